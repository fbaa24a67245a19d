import { useEffect, useState } from 'react'
import { useClock } from '../../platform/preferences/index.ts'

/** FW-11. */
const COOLDOWN_MS = 10_000

export interface Cooldown {
  readonly isOn: boolean
  readonly start: () => void
}

/** For 10 s after an update was started no further one is. */
export function useCooldown(): Cooldown {
  const clock = useClock()
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = clock.after(COOLDOWN_MS, () => setOn(false))
    return () => timer.cancel()
  }, [clock, isOn])
  return { isOn, start: () => setOn(true) }
}
