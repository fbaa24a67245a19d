import { useEffect, useState } from 'react'
import type { Clock } from '../../../platform/clock/index.ts'

export interface Playhead {
  /** Unix second of the picture; null before the first one. */
  readonly atS: number | null
  readonly over: boolean
}

const lookMs = 250
const nowhere: Playhead = { atS: null, over: false }

/**
 * Where a take stands and whether it goes on, looked at four times a second and drawn when it has changed. A new take is nowhere until its first picture:
 * where the take of before stood says nothing of it.
 */
export function usePlayhead(
  players: { readonly positionMs: () => number | null; readonly isOver: () => boolean },
  take: number,
  clock: Clock,
): Playhead {
  const [head, setHead] = useState({ ...nowhere, take })
  const { positionMs, isOver } = players
  useEffect(() => {
    const look = () => {
      const ms = positionMs()
      const atS = ms === null ? null : Math.floor(ms / 1000)
      const over = isOver()
      setHead((old) => (old.take === take && old.atS === atS && old.over === over ? old : { take, atS, over }))
    }
    look()
    const timer = clock.every(lookMs, look)
    return () => timer.cancel()
  }, [clock, positionMs, isOver, take])
  return head.take === take ? head : nowhere
}
