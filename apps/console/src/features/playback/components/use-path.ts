import type { TrackPoint } from '@fleetglass/contract/tracks'
import { useEffect, useRef, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { extended, pollRange } from '../gps-path.ts'
import type { TrackAsk } from '../track.queries.ts'

/** LOPB-32. */
const pollMs = 5_000

/** LOPB-33, LOPB-42: while it plays, the points between the last and the present position are asked for and put behind the path. */
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
    let left = false
    const poll = async () => {
      const nowMs = positionMs()
      const range = nowMs === null ? null : pollRange(beforeS.current, Math.floor(nowMs / 1000))
      if (range === null) return
      const jumped = beforeS.current !== null && range.start !== beforeS.current
      beforeS.current = range.end
      const points = await ask(deviceId, range).catch(() => [])
      if (!left) setPath((path) => extended(jumped ? [] : path, points))
    }
    const timer = clock.every(pollMs, () => void poll())
    return () => {
      left = true
      timer.cancel()
    }
  }, [playing, clock, positionMs, ask, deviceId])
  return path
}
