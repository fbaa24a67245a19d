import type { Clock } from '../clock/index.ts'
import type { Log } from '../log/index.ts'
import type { Job } from '../scheduler/index.ts'
import type { TimePartitions } from './time-partitions.ts'

const PERIOD_MS = 3_600_000

export interface PartitionsAhead {
  /** Makes what is missing at the start of a server. A failure is logged: rows have a place without it. */
  start(): Promise<void>
  /** None where no table is partitioned. */
  readonly jobs: readonly Job[]
}

/** Makes partitions before their time begins. */
export function createPartitionsAhead(deps: {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
  readonly tables: readonly (TimePartitions | null)[]
}): PartitionsAhead {
  const { clock } = deps
  const tables = deps.tables.filter((table) => table !== null)
  const log = deps.log.child({ part: 'partitions' })
  const job: Job = {
    name: 'partitions ahead',
    schedule: { everyMs: PERIOD_MS },
    needsTrustedTime: true,
    async run(signal) {
      for (const table of tables) if (!signal.aborted) await table.addAhead(clock.nowMs(), true)
    },
  }
  return {
    async start() {
      try {
        for (const table of tables) await table.addAhead(clock.nowMs(), false)
      } catch (error) {
        log.warn({ err: error }, 'Cannot make partitions of the database now; tried again within two hours')
      }
    },
    jobs: tables.length === 0 ? [] : [job],
  }
}
