// Belongs here: which points are too old to be stored. Does not: how they are removed (track-retention.store.ts).
import { SLOT_S } from '@fleetglass/contract/tracks'
import type { Clock } from '../../platform/clock/index.ts'
import { type Job, limitRound } from '../../platform/scheduler/index.ts'
import type { TrackRetentionStore } from './track-retention.store.ts'

const DAY_S = 86_400
const PERIOD_MS = 3_600_000
const ROUND_MS = 600_000

/** SET-091: removes GPS points by their age; where days are stored apart, a day at a time. The last point of each device stays, however old it is: it is where the vehicle is. */
export function trackRetention(deps: {
  readonly clock: Clock
  readonly store: TrackRetentionStore
  /** 0: however old they are. */
  readonly keepDays: () => number
}): Job {
  const { clock, store, keepDays } = deps
  return {
    name: 'positions by age',
    schedule: { everyMs: PERIOD_MS },
    needsTrustedTime: true,
    async run(signal) {
      const days = keepDays()
      if (days === 0) return
      const isOver = limitRound({ clock, signal }, ROUND_MS)
      const limitS = Math.floor(clock.nowMs() / 1000) - days * DAY_S
      const beforeS = await store.dropDays(limitS, isOver)
      for (let key = await store.nextDevice(-1); key !== null && !isOver(); key = await store.nextDevice(key)) {
        await removeOf(store, key, beforeS, isOver)
      }
      if (!isOver()) await store.removeStrays(limitS)
    },
  }
}

/** A day of a device in one statement, 86 400 points at most: the database is not to be held for long. */
async function removeOf(
  store: TrackRetentionStore,
  key: number,
  beforeS: number,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const span = await store.span(key)
    if (span === null) return
    // A sum stays whole: it is of a quarter of an hour.
    const endS = Math.floor(Math.min(beforeS, span.lastS, span.firstS + DAY_S) / SLOT_S) * SLOT_S
    if (span.firstS >= endS) return
    await store.removePoints(key, endS)
  }
}
