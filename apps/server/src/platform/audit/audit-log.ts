// Belongs here: when rows of the audit log are written, and what happens when they cannot be. Does not: which calls there are
// (the listeners), and how rows are read (features).
import { randomInt } from 'node:crypto'
import type { AnyCaller } from '../access-policy/index.ts'
import type { Clock } from '../clock/index.ts'
import { type Changes, type Database, WriteBatches } from '../database/index.ts'
import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type Job, removalByAge } from '../scheduler/index.ts'
import { type AuditRow, type AuditStore, createAuditStore } from './audit.store.ts'
import type { AuditedAction } from './audited-action.ts'
import { CountedReads, type RowFields } from './counted-reads.ts'
import { parametersText, shortText } from './recorded-fields.ts'

/** One call that was answered, or one stream or socket that was opened or refused. */
export interface AuditedCall {
  readonly action: AuditedAction
  /** `null`: the caller was not authenticated. */
  readonly caller: AnyCaller | null
  /** The user name that a caller gave who was not authenticated. */
  readonly claimedUser?: string
  readonly address: string
  /** `ok`, or the code of the error that was answered. */
  readonly result: string
  /** What `recordedBy` made of them. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Writes one row for each change, and one with a count for equal reads of a minute. */
export interface AuditLog {
  /**
   * Resolves when the row of a change is on disk: an answer that acknowledges a change waits for it. A row that could not be stored is in
   * the log of the server instead, and the promise resolves too. A read, and a call that failed, is counted at once.
   */
  record(call: AuditedCall): Promise<void>
  /** Removes rows that are older than they are kept. */
  readonly jobs: readonly Job[]
  /** Writes what was counted. */
  close(): Promise<void>
}

export interface AuditLogDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  /** 0: however old they are. */
  readonly keepDays: () => number
}

const READS_PERIOD_MS = 60_000
/** Values of a statement are limited: 12 a row. */
const ROWS_PER_WRITE = 500
const REMOVED_AT_ONCE = 2_000
const DONE = Promise.resolve()

export function createAuditLog(deps: AuditLogDeps): AuditLog {
  const store = createAuditStore(deps.database, deps.log)
  return new StoredAuditLog(deps, store)
}

class StoredAuditLog implements AuditLog {
  readonly #clock: Clock
  readonly #log: Log
  readonly #lost
  readonly #store: AuditStore
  readonly #changes: WriteBatches<AuditRow>
  readonly #reads = new CountedReads()
  readonly #writer = randomInt(2 ** 31)
  readonly #readsTimer
  #seq = 0
  #readsWritten: Promise<void> = DONE
  readonly jobs: readonly Job[]

  constructor({ clock, log, metrics, keepDays }: AuditLogDeps, store: AuditStore) {
    this.#clock = clock
    this.#log = log.child({ part: 'audit log' })
    this.#store = store
    this.#lost = metrics.counter('fleetglass_audit_lost_total', 'Calls whose row could not be stored', ['kind'])
    metrics.measured('fleetglass_audit_reads_waiting', 'Reads that wait to be written', () => this.#reads.calls)
    this.#changes = new WriteBatches({
      size: ROWS_PER_WRITE,
      write: (rows: Changes<AuditRow>) => store.add([...rows.values()]),
      merge: (_earlier, later) => later,
    })
    this.#readsTimer = clock.every(READS_PERIOD_MS, () => {
      this.#readsWritten = this.#readsWritten.then(() => this.#writeReads())
    })
    this.jobs = [
      removalByAge({
        name: 'audit log by age',
        clock,
        keepDays,
        batch: REMOVED_AT_ONCE,
        removeBefore: (beforeMs, limit) => store.removeBefore(beforeMs, limit),
      }),
    ]
  }

  record(call: AuditedCall): Promise<void> {
    const { action, result } = call
    if (action.changes && result === 'ok') return this.#writeChange(fieldsOf(call))
    this.#reads.add(fieldsOf(call), this.#clock.nowMs())
    return DONE
  }

  async close(): Promise<void> {
    this.#readsTimer.cancel()
    await this.#readsWritten
    await this.#writeReads()
    await this.#changes.idle()
  }

  async #writeChange(fields: RowFields): Promise<void> {
    const row = this.#number(fields, this.#clock.nowMs(), 1)
    try {
      await this.#changes.put(row.seq, row)
    } catch (error) {
      this.#lost.inc({ kind: 'change' })
      this.#log.error(
        { err: error, row },
        'a change could not be written to the audit log; this line stands for its row',
      )
    }
  }

  async #writeReads(): Promise<void> {
    const rows = this.#reads.take().map(({ fields, timeMs, calls }) => this.#number(fields, timeMs, calls))
    for (let at = 0; at < rows.length; at += ROWS_PER_WRITE) {
      const batch = rows.slice(at, at + ROWS_PER_WRITE)
      try {
        await this.#store.add(batch)
      } catch (error) {
        const calls = batch.reduce((sum, row) => sum + row.calls, 0)
        this.#lost.inc({ kind: 'read' }, calls)
        this.#log.error({ err: error, rows: batch.length, calls }, 'reads could not be written to the audit log')
      }
    }
  }

  #number(fields: RowFields, time_ms: number, calls: number): AuditRow {
    return { time_ms, writer: this.#writer, seq: ++this.#seq, ...fields, calls }
  }
}

function fieldsOf({ action, caller, claimedUser = '', address, result, parameters }: AuditedCall): RowFields {
  const { transport, key, deviceField } = action
  const deviceId = deviceField === null ? undefined : parameters[deviceField]
  return {
    transport,
    account: caller?.name ?? shortText(claimedUser),
    permission: caller?.permission ?? null,
    address,
    action: key,
    device_id: typeof deviceId === 'string' && deviceId !== '' ? deviceId : null,
    result,
    parameters: parametersText(parameters),
  }
}
