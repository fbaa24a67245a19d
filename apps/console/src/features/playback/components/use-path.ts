import type { TrackPoint } from '@fleetglass/contract/tracks'
import { useEffect, useRef, useState } from 'react'
import type { Clock } from '../../../platform/clock/index.ts'
import { useClock } from '../../../platform/preferences/index.ts'
import { extended, pollRange } from '../gps-path.ts'
import type { TrackAsk } from '../track.queries.ts'

/** LOPB-32. */
const pollMs = 5_000

/** LOPB-33, LOPB-42: while it plays, the points between the last and the present position are requested and appended to the path. */
export function usePath(of: {
  readonly deviceId: string
  readonly playing: boolean
  readonly positionMs: () => number | null
  readonly ask: TrackAsk
}): readonly TrackPoint[] {
  const clock = useClock()
  const [path, setPath] = useState<readonly TrackPoint[]>([])
  const beforeS = useRef<number | null>(null)
  const { playing, positionMs, ask, deviceId } = of
  useEffect(() => {
    if (!playing) return
    return followPath({
      clock,
      positionMs,
      ask: (range) => ask(deviceId, range),
      beforeS,
      onPoints: (points, jumped) => setPath((known) => extended(jumped ? [] : known, points)),
    })
  }, [playing, clock, positionMs, ask, deviceId])
  return path
}

/** Requests the next stretch every few seconds, until the returned function is called. */
function followPath(of: {
  readonly clock: Clock
  readonly positionMs: () => number | null
  readonly ask: (range: { readonly start: number; readonly end: number }) => Promise<readonly TrackPoint[]>
  /** Where the stretch before ended. */
  readonly beforeS: { current: number | null }
  readonly onPoints: (points: readonly TrackPoint[], jumped: boolean) => void
}): () => void {
  const { clock, positionMs, ask, beforeS, onPoints } = of
  let left = false
  const poll = async (): Promise<void> => {
    const nowMs = positionMs()
    const range = nowMs === null ? null : pollRange(beforeS.current, Math.floor(nowMs / 1000))
    if (range === null) return
    const jumped = beforeS.current !== null && range.start !== beforeS.current
    beforeS.current = range.end
    const points = await ask(range).catch(() => [])
    if (!left) onPoints(points, jumped)
  }
  const timer = clock.every(pollMs, () => void poll())
  return () => {
    left = true
    timer.cancel()
  }
}
