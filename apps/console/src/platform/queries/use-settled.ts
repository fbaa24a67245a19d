import { useEffect, useState } from 'react'
import { useClock } from '../preferences/index.ts'

const SETTLED_MS = 300

/** What is typed, once it has stayed the same for a moment: not every letter is worth a query. */
export function useSettled(text: string): string {
  const clock = useClock()
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return
    const timer = clock.after(SETTLED_MS, () => setSettled(text))
    return () => timer.cancel()
  }, [clock, text, settled])
  return settled
}
