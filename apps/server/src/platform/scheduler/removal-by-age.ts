import type { Clock } from '../clock/index.ts'
import { limitRound } from './round-limit.ts'
import type { Job } from './scheduler.types.ts'

const PERIOD_MS = 3_600_000
const ROUND_MS = 600_000
const DAY_MS = 86_400_000

/** A job that removes what is older than it is kept, the oldest first, in batches that leave the database to others in between. */
export function removalByAge(log: {
  readonly name: string
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
  /** 0: however old it is. */
  readonly keepDays: () => number
  readonly batch: number
  /** Removes at most `limit`; answers how many. */
  readonly removeBefore: (beforeMs: number, limit: number) => Promise<number>
}): Job {
  const { name, clock, keepDays, batch, removeBefore } = log
  return {
    name,
    schedule: { everyMs: PERIOD_MS },
    needsTrustedTime: true,
    async run(signal) {
      const days = keepDays()
      if (days === 0) return
      const beforeMs = clock.nowMs() - days * DAY_MS
      const isOver = limitRound({ clock, signal }, ROUND_MS)
      while (!isOver() && (await removeBefore(beforeMs, batch)) >= batch);
    },
  }
}
