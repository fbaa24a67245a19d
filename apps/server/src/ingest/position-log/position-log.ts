// Belongs here: collecting points into groups, handing groups to the database's thread, telling who waits.
// Does not: what a point means (ingest/gateway), reading tracks (features/tracks), threads and SQL (platform/database).
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Database, NumberRows } from '../../platform/database/index.ts'
import type { CommitWaiter, MarkedLog, PositionLogStats, TrackPoint } from '../../ports/position-log/index.ts'
import { NO_CLOCK, WIDTH, writePoint } from '../../services/tracks/index.ts'
import { pointRows } from './point-rows.ts'
import { SlotMarks } from './slot-marks.ts'
import { strayRows } from './stray-rows.ts'

/** A group goes to the disk this long after its first point; with the time of a commit an answer stays below 200 ms. */
const GROUP_MS = 100

/** A fuller group goes at once: longer ones gain nothing and hold the writer from others. */
const GROUP_POINTS = 8_192

/** Points that may wait for the disk. Beyond it readers stop their sockets: positions never drop. */
export const MAX_WAITING = 65_536

/** Readers go on when the queue has shrunk to this: not at the first free place, or they would stop and go at each point. */
const DRAINED_WAITING = MAX_WAITING / 2

/** Waiters notified in one turn: each writes its answer, and sockets and video are not to wait for thousands of them. */
const SETTLED_AT_ONCE = 128

export interface PositionLogDeps {
  readonly clock: Clock
  readonly database: Pick<Database, 'insertNumbers'>
  /** Called once for each group that the database refused: its points were not acknowledged and are sent again. */
  readonly failed: (error: Error) => void
}

/** Points of one group beside who waits for them. */
interface Group {
  readonly values: Float64Array
  /** How many of them are in `values`; the others have no clock. */
  points: number
  readonly strays: TrackPoint[]
  readonly waiters: CommitWaiter[]
  readonly tokens: number[]
  /** Its time is over: it goes as soon as the group before it is on disk. */
  due: boolean
  timer: Timer | null
}

/** Opens the log over the server's database, SQLite or PostgreSQL alike. */
export function createPositionLog(deps: PositionLogDeps): MarkedLog {
  return new GroupedLog(deps)
}

class GroupedLog implements MarkedLog {
  readonly #deps: PositionLogDeps
  readonly #drainListeners = new Set<() => void>()
  /** In order; the last one is open. While one is written the next grows, so a slow disk gets larger groups. */
  readonly #groups: Group[] = []
  readonly #spareValues: Float64Array[] = []
  readonly #marks = new SlotMarks()
  #writing: Promise<void> | null = null
  /** Ends when every written group's waiters were notified, one group after the other. */
  #settling: Promise<void> = Promise.resolve()
  #waiting = 0
  #full = false
  #closing: Promise<void> | null = null
  readonly #stats = { points: 0, groups: 0, failedGroups: 0, lastCommitMs: 0 }

  constructor(deps: PositionLogDeps) {
    this.#deps = deps
  }

  get waiting(): number {
    return this.#waiting
  }

  get stats(): PositionLogStats {
    return this.#stats
  }

  append(point: TrackPoint, waiter: CommitWaiter, token: number): boolean {
    if (this.#closing) {
      waiter.committed(token, new Error('the position log is closed'))
      return true
    }
    const group = this.#openGroup()
    if (point.statusBits >= NO_CLOCK) group.strays.push(point)
    else writePoint(group.values, group.points++ * WIDTH, point)
    group.waiters.push(waiter)
    group.tokens.push(token)
    this.#waiting += 1
    if (group.tokens.length === GROUP_POINTS) this.#due(group)
    if (this.#waiting >= MAX_WAITING) this.#full = true
    return !this.#full
  }

  onDrained(listener: () => void): { close(): void } {
    this.#drainListeners.add(listener)
    return { close: () => void this.#drainListeners.delete(listener) }
  }

  async freeMarks(deviceKeys: Iterable<number>): Promise<void> {
    this.#marks.free(deviceKeys)
    // The group under way was made before, and may hold points without a mark.
    await this.#writing
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  #openGroup(): Group {
    const last = this.#groups.at(-1)
    if (last && last.tokens.length < GROUP_POINTS) return last
    const values = this.#spareValues.pop() ?? new Float64Array(GROUP_POINTS * WIDTH)
    const group: Group = { values, points: 0, strays: [], waiters: [], tokens: [], due: false, timer: null }
    group.timer = this.#deps.clock.after(GROUP_MS, () => this.#due(group))
    this.#groups.push(group)
    return group
  }

  #due(group: Group): void {
    group.timer?.cancel()
    group.timer = null
    group.due = true
    this.#writeNext()
  }

  #writeNext(): void {
    if (this.#writing || !this.#groups[0]?.due) return
    const group = this.#groups.shift()!
    this.#writing = this.#write(group).finally(() => {
      this.#writing = null
      this.#writeNext()
    })
  }

  async #write(group: Group): Promise<void> {
    const { clock, failed } = this.#deps
    const startedMs = clock.monotonicMs()
    let failure: Error | undefined
    try {
      await this.#store(group)
      this.#stats.points += group.tokens.length
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      this.#stats.failedGroups += 1
      failed(failure)
    }
    this.#stats.groups += 1
    this.#stats.lastCommitMs = clock.monotonicMs() - startedMs
    this.#spareValues.push(group.values)
    // The next group is written meanwhile.
    this.#settling = this.#settling.then(() => this.#settle(group, failure))
  }

  async #store({ values, points, strays }: Group): Promise<void> {
    const tables: NumberRows[] = []
    const rows = pointRows(values, points)
    const marks = this.#marks.of(rows.values, this.#deps.clock.nowMs())
    if (points > 0) tables.push(rows)
    if (marks.rows !== null) tables.push(marks.rows)
    if (strays.length > 0) tables.push(strayRows(strays))
    await this.#deps.database.insertNumbers(...tables)
    marks.written()
  }

  async #settle({ waiters, tokens }: Group, failure: Error | undefined): Promise<void> {
    for (let from = 0; from < tokens.length; from += SETTLED_AT_ONCE) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve))
      const to = Math.min(from + SETTLED_AT_ONCE, tokens.length)
      this.#waiting -= to - from
      for (let n = from; n < to; n++) waiters[n]!.committed(tokens[n]!, failure)
      this.#notifyDrained()
    }
  }

  #notifyDrained(): void {
    if (!this.#full || this.#waiting > DRAINED_WAITING) return
    this.#full = false
    for (const listener of this.#drainListeners) listener()
  }

  async #finish(): Promise<void> {
    for (const group of [...this.#groups]) this.#due(group)
    while (this.#writing) await this.#writing
    await this.#settling
  }
}
