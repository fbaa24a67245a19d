// Belongs here: when rows of the user stream log are written. Does not: who opens streams (viewers), and who reads it (features).
import { randomInt } from 'node:crypto'
import { type StreamLogType, streamEntrances, streamLogTypes } from '@fleetglass/contract/stream-log'
import type { Clock } from '../../platform/clock/index.ts'
import { type Changes, type Database, WriteBatches } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { type Job, removalByAge } from '../../platform/scheduler/index.ts'
import { createStreamLogStore, type NewLogRow, type OpenUseRow, type StreamLogStore } from './stream-log.store.ts'
import type { StreamLog, StreamUse, StreamUseKind } from './stream-log.types.ts'

/** How exactly the end of what a killed server left open is known. */
const SEEN_PERIOD_MS = 60_000
/** Uses of one write: each has up to three statements of nine values. */
const USES_PER_WRITE = 500
const REMOVED_AT_ONCE = 2_000

export interface StreamLogDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  /** 0: however old they are. */
  readonly keepDays: () => number
}

/** Opens the log; what a killed server left open is ended first, with the time at which it was known to go on. */
export async function createStreamLog(deps: StreamLogDeps): Promise<StreamLog> {
  const store = createStreamLogStore(deps.database)
  await store.closeLeft((left) => [endOf(left, left.seen_ms - left.ask_ms, left.seen_ms)])
  return new StoredStreamLog(deps, store)
}

/** The change of one use in a write. */
interface Change {
  readonly begun?: OpenUseRow
  readonly ended?: NewLogRow
}

class StoredStreamLog implements StreamLog {
  readonly #clock: Clock
  readonly #log: Log
  readonly #lost
  readonly #store: StreamLogStore
  readonly #writer = randomInt(2 ** 31)
  readonly #batches: WriteBatches<Change>
  /** What ends each use that goes on; streams are limited for each account. */
  readonly #open = new Map<number, () => void>()
  readonly #timer
  #seq = 0
  readonly jobs: readonly Job[]
  readonly find: StreamLog['find']

  constructor({ clock, log, metrics, keepDays }: StreamLogDeps, store: StreamLogStore) {
    this.#clock = clock
    this.#log = log.child({ part: 'stream log' })
    this.#store = store
    this.find = store.find
    this.#lost = metrics.counter('fleetglass_stream_log_lost_total', 'Rows of the stream log that could not be stored')
    this.#batches = new WriteBatches({
      size: USES_PER_WRITE,
      write: (changes) => store.write(this.#writer, changesOf(changes)),
      merge: (earlier, later) => ({ ...earlier, ...later }),
    })
    this.#timer = clock.every(SEEN_PERIOD_MS, () => {
      if (this.#open.size > 0) this.#noteSeen()
    })
    this.jobs = [
      removalByAge({
        name: 'stream log by age',
        clock,
        keepDays,
        batch: REMOVED_AT_ONCE,
        removeBefore: (beforeMs, limit) => store.removeBefore(beforeMs, limit),
      }),
    ]
  }

  begin({ kind, user, device, channel }: StreamUse): { end(): void } {
    this.#seq += 1
    const seq = this.#seq
    const askMs = this.#clock.nowMs()
    const startedMs = this.#clock.monotonicMs()
    const begun: OpenUseRow = {
      writer: this.#writer,
      seq,
      kind,
      user_name: user,
      device_key: device.key,
      device_id: device.deviceId,
      channel,
      ask_ms: askMs,
      seen_ms: askMs,
    }
    this.#put(seq, { begun })
    const end = (): void => {
      if (!this.#open.delete(seq)) return
      const lengthMs = this.#clock.monotonicMs() - startedMs
      this.#put(seq, { ended: endOf(begun, lengthMs, this.#clock.nowMs()) })
    }
    this.#open.set(seq, end)
    return { end }
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    for (const end of [...this.#open.values()]) end()
    await this.#batches.idle()
  }

  #put(seq: number, change: Change): void {
    this.#batches.put(seq, change).catch((error: unknown) => {
      this.#lost.inc()
      this.#log.error(
        { err: error, row: change.ended ?? change.begun },
        'A row could not be written to the stream log; this line stands for it',
      )
    })
  }

  #noteSeen(): void {
    this.#store.seen(this.#writer, this.#clock.nowMs()).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'Cannot note which streams go on; the next attempt is in a minute')
    })
  }
}

/** Begins of live views and ends of everything are rows; what began and ended within a write was never open on disk. */
function changesOf(changes: Changes<Change>) {
  const rows: NewLogRow[] = []
  const begun: OpenUseRow[] = []
  const ended: number[] = []
  for (const [seq, change] of changes) {
    if (change.begun?.kind === 'live') rows.push(rowOf(change.begun, streamLogTypes.liveBegin, 0, change.begun.ask_ms))
    if (change.ended !== undefined) rows.push(change.ended)
    if (change.begun !== undefined && change.ended === undefined) begun.push(change.begun)
    if (change.begun === undefined) ended.push(seq)
  }
  return { rows, begun, ended }
}

const endTypes: Readonly<Record<StreamUseKind, StreamLogType>> = {
  live: streamLogTypes.liveEnd,
  localPlayback: streamLogTypes.localPlayback,
  localDownload: streamLogTypes.localDownload,
  remotePlayback: streamLogTypes.remotePlayback,
  remoteDownload: streamLogTypes.remoteDownload,
}

function endOf(use: OpenUseRow, lengthMs: number, updateMs: number): NewLogRow {
  return rowOf(use, endTypes[use.kind], Math.max(0, Math.round(lengthMs / 1000)), updateMs)
}

function rowOf(use: OpenUseRow, type: StreamLogType, duringS: number, updateMs: number): NewLogRow {
  return {
    user_name: use.user_name,
    device_key: use.device_key,
    device_id: use.device_id,
    channel: use.channel,
    entrance: streamEntrances.web,
    type,
    ask_ms: use.ask_ms,
    during_s: duringS,
    update_ms: updateMs,
  }
}
