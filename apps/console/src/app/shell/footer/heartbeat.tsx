import { useEffect, useState } from 'react'
import { useFleetState } from '../../../engines/fleet/index.ts'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'

/** SYNC-14. */
const flashMs = 500

/** Flashes whenever a complete device list has come (SYNC-13). */
export function Heartbeat() {
  const t = useText()
  const clock = useClock()
  const beats = useFleetState((state) => state.beats)
  const [flashing, setFlashing] = useState(false)
  useEffect(() => {
    if (beats === 0) return
    setFlashing(true)
    const timer = clock.after(flashMs, () => setFlashing(false))
    return () => timer.cancel()
  }, [beats, clock])
  return <span className="heartbeat" data-beat={flashing} title={t('footer.heartbeat')} />
}
