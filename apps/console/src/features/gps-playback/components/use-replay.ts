import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { ReplayClock, type ReplayState } from '../replay-clock.ts'

/** A replay of this stretch for as long as the component is there; a stretch that grows or shrinks leaves it where it is. */
export function useReplay(fromMs: number, toMs: number): ReplayClock | null {
  const clock = useClock()
  const [replay, setReplay] = useState<ReplayClock | null>(null)
  const isThere = toMs >= fromMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stretch is the same replay
  useEffect(() => {
    if (!isThere) return
    const made = new ReplayClock(clock, fromMs, toMs)
    setReplay(made)
    return () => {
      made.close()
      setReplay(null)
    }
  }, [clock, isThere])
  useEffect(() => {
    if (isThere) replay?.setStretch(fromMs, toMs)
  }, [replay, isThere, fromMs, toMs])
  return replay
}

export function useReplayState(replay: ReplayClock): ReplayState {
  return useSyncExternalStore(
    (listener) => replay.onState(listener),
    () => replay.state(),
  )
}

const lookMs = 250

/** Where the replay stands, looked at four times a second: for what the page itself draws. */
export function useReplayMoment(replay: ReplayClock): number {
  const clock = useClock()
  const [atMs, setAtMs] = useState(replay.atMs)
  useEffect(() => {
    const look = () => setAtMs(replay.atMs)
    look()
    const timer = clock.every(lookMs, look)
    const forget = replay.onState(look)
    return () => {
      timer.cancel()
      forget()
    }
  }, [replay, clock])
  return atMs
}
