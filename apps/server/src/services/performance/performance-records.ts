// Belongs here: reading the meters of this server once a minute, storing and removing records. Does not: what is measured (where the
// work is done, `platform/metrics`), who may read it (features/performance).
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { MeterReading, Metrics } from '../../platform/metrics/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import { createPerformanceStore, type PerformanceRow, type PerformanceStore } from './performance.store.ts'

const MINUTE_MS = 60_000
/** PERF-06. */
const KEEP_DAYS = 7
const DAY_MS = 86_400_000
const REMOVAL_PERIOD_MS = 3_600_000
/** A day of five meters and a few servers. */
const ROWS_MAX = 50_000

export interface PerformanceRecords {
  /** Unix seconds, both included; the newest first. */
  find(range: { readonly firstS: number; readonly lastS: number }): Promise<readonly PerformanceRow[]>
  readonly jobs: readonly Job[]
  /** Stores the minute that has begun; idempotent. */
  close(): Promise<void>
}

export interface PerformanceRecordsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly metrics: Pick<Metrics, 'takeMeters'>
  /** Name of this server. */
  readonly server: string
}

export function createPerformanceRecords(deps: PerformanceRecordsDeps): PerformanceRecords {
  return new StoredPerformanceRecords(deps, createPerformanceStore(deps.database))
}

class StoredPerformanceRecords implements PerformanceRecords {
  readonly #deps: PerformanceRecordsDeps
  readonly #log: Log
  readonly #store: PerformanceStore
  readonly #timer: { cancel(): void }
  #beganMs: number
  #writing: Promise<void> | null = null
  #closed: Promise<void> | null = null
  readonly jobs: readonly Job[]

  constructor(deps: PerformanceRecordsDeps, store: PerformanceStore) {
    this.#deps = deps
    this.#log = deps.log.child({ part: 'performance' })
    this.#store = store
    this.#beganMs = deps.clock.nowMs()
    this.#timer = deps.clock.every(MINUTE_MS, () => this.#write())
    this.jobs = [
      {
        name: 'performance records by age',
        schedule: { everyMs: REMOVAL_PERIOD_MS },
        needsTrustedTime: true,
        run: () => store.removeBefore(Math.floor((deps.clock.nowMs() - KEEP_DAYS * DAY_MS) / 1000)),
      },
    ]
  }

  find(range: { readonly firstS: number; readonly lastS: number }): Promise<readonly PerformanceRow[]> {
    return this.#store.find(range, ROWS_MAX)
  }

  close(): Promise<void> {
    this.#closed ??= this.#end()
    return this.#closed
  }

  async #end(): Promise<void> {
    this.#timer.cancel()
    await this.#writing
    this.#write()
    await this.#writing
  }

  /** While the database takes the minute before, the meters go on counting. */
  #write(): void {
    if (this.#writing !== null) return
    const { clock, metrics, server } = this.#deps
    const timeS = Math.floor(this.#beganMs / MINUTE_MS) * 60
    this.#beganMs = clock.nowMs()
    const rows = metrics.takeMeters().flatMap((reading) => rowOf(reading, timeS, server))
    if (rows.length === 0) return
    this.#writing = this.#store
      .add(rows)
      // A minute that cannot be stored is lost: nobody waits for it.
      .catch((error: unknown) => this.#log.warn({ err: error }, 'Cannot store what the meters counted'))
      .finally(() => {
        this.#writing = null
      })
  }
}

function rowOf(
  { name, count, sumS, longestS }: MeterReading,
  timeS: number,
  server: string,
): readonly PerformanceRow[] {
  if (count === 0) return []
  const us = (seconds: number): number => Math.round(seconds * 1_000_000)
  return [{ timeS, server, meter: name, count, sumUs: us(sumS), longestUs: us(longestS) }]
}
