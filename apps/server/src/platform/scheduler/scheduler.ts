// Belongs here: which job runs when in this process. Does not: the calendar (schedule.ts), rows (job.store.ts), what jobs do.
import { randomUUID } from 'node:crypto'
import type { Clock, Timer } from '../clock/index.ts'
import { SteadyTime } from '../clock/index.ts'
import type { Database } from '../database/index.ts'
import type { Log } from '../log/index.ts'
import { createJobStore, type JobStore } from './job.store.ts'
import { checkSchedule, horizonMs, nextDueMs } from './schedule.ts'
import type { Job, ScheduledJob, Scheduler } from './scheduler.types.ts'

const TICK_MS = 1_000
/** A process that was killed holds its job so long. The clocks of processes that share a database differ by less. */
const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 3
/** After a step of the wall clock no job starts for so long: a clock that jumps all the time starts none. */
const STEADY_MS = 60_000
/** How much later than possible a job may be due before its time counts as written by a wrong clock. */
const TOLERANCE_MS = 60_000
/** Until the table is asked again about a job that another process runs, or that could not be read. */
const ASK_AGAIN_MS = 10_000

export interface SchedulerDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
}

export function createScheduler(deps: SchedulerDeps): Scheduler {
  return new DatabaseScheduler(deps)
}

/** A job in this process. */
interface Entry {
  readonly job: Job
  readonly stopping: AbortController
  /** As the table said last; `null` before it was asked. */
  dueMs: number | null
  /** Monotonic: the table is not asked before. */
  notBeforeMs: number
  running: Promise<void> | null
}

export class DatabaseScheduler implements Scheduler {
  readonly #clock: Clock
  readonly #log: Log
  readonly #store: JobStore
  readonly #holder = randomUUID()
  readonly #steady: SteadyTime
  readonly #trusted: SteadyTime
  readonly #entries = new Map<string, Entry>()
  readonly #timer: Timer

  constructor({ clock, log, database }: SchedulerDeps) {
    this.#clock = clock
    this.#log = log.child({ part: 'scheduler' })
    this.#store = createJobStore(database)
    this.#steady = new SteadyTime(clock, STEADY_MS)
    this.#trusted = new SteadyTime(clock)
    this.#timer = clock.every(TICK_MS, () => void this.look())
  }

  add(job: Job): ScheduledJob {
    checkSchedule(job.schedule)
    if (this.#entries.has(job.name)) throw new Error(`there is a job ${job.name} already`)
    const entry = { job, stopping: new AbortController(), dueMs: null, notBeforeMs: 0, running: null }
    this.#entries.set(job.name, entry)
    return { close: () => this.#end(entry) }
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    await Promise.all([...this.#entries.values()].map((entry) => this.#end(entry)))
  }

  async #end(entry: Entry): Promise<void> {
    entry.stopping.abort()
    await entry.running
    this.#entries.delete(entry.job.name)
  }

  /** Starts what is due, once a second; resolves when nothing runs. */
  async look(): Promise<void> {
    const isSteady = this.#steady.look()
    const isTrusted = this.#trusted.look()
    if (isSteady) this.#startDue(isTrusted)
    for (const { running } of [...this.#entries.values()]) await running
  }

  #startDue(isTrusted: boolean): void {
    for (const entry of this.#entries.values()) {
      if (entry.job.needsTrustedTime === true && !isTrusted) continue
      if (!this.#isToAsk(entry)) continue
      entry.running = this.#attempt(entry).finally(() => {
        entry.running = null
      })
    }
  }

  /** The table is asked when the job is due, and when it is due later than it can be. */
  #isToAsk({ job, stopping, dueMs, notBeforeMs, running }: Entry): boolean {
    if (running !== null || stopping.signal.aborted || this.#clock.monotonicMs() < notBeforeMs) return false
    return dueMs === null || dueMs <= this.#clock.nowMs() || this.#isImpossible(job, dueMs)
  }

  /** Written by a clock that was ahead: nobody would run the job until then. */
  #isImpossible({ schedule }: Job, dueMs: number): boolean {
    return dueMs - this.#clock.nowMs() > horizonMs(schedule) + TOLERANCE_MS
  }

  /** Runs the job if it is due and no other process does; never rejects. */
  async #attempt(entry: Entry): Promise<void> {
    const { job } = entry
    try {
      if (!(await this.#claim(entry))) return
    } catch (error) {
      entry.notBeforeMs = this.#clock.monotonicMs() + ASK_AGAIN_MS
      this.#log.error({ err: error, job: job.name }, 'Cannot read when a job is due; tried again in 10 seconds')
      return
    }
    const isDone = await this.#run(entry)
    try {
      const dueMs = isDone ? nextDueMs(job.schedule, this.#clock.nowMs()) : null
      await this.#store.release(job.name, this.#holder, dueMs)
      entry.dueMs = dueMs
    } catch (error) {
      entry.notBeforeMs = this.#clock.monotonicMs() + ASK_AGAIN_MS
      this.#log.error({ err: error, job: job.name }, 'Cannot store that a job has run; it will run again')
    }
  }

  async #claim(entry: Entry): Promise<boolean> {
    const { name, schedule } = entry.job
    const nowMs = this.#clock.nowMs()
    const nextMs = nextDueMs(schedule, nowMs)
    let dueMs = await this.#store.dueMs(name, nextMs)
    if (this.#isImpossible(entry.job, dueMs)) {
      await this.#store.move(name, dueMs, nextMs)
      dueMs = nextMs
    }
    entry.dueMs = dueMs
    if (dueMs > nowMs || entry.stopping.signal.aborted) return false
    const isOurs = await this.#store.claim(name, this.#holder, nowMs, LEASE_MS)
    if (!isOurs) entry.notBeforeMs = this.#clock.monotonicMs() + ASK_AGAIN_MS
    return isOurs
  }

  /** Whether the run is over, well or not; `false` when it was interrupted and is to be made up for. */
  async #run({ job, stopping }: Entry): Promise<boolean> {
    const lost = new AbortController()
    let renewing = Promise.resolve()
    const renewal = this.#clock.every(RENEW_MS, () => {
      renewing = this.#renew(job.name).then((isOurs) => {
        if (!isOurs) lost.abort()
      })
    })
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    try {
      if (!signal.aborted) await job.run(signal)
    } catch (error) {
      if (!signal.aborted) {
        this.#log.error({ err: error, job: job.name }, 'A scheduled job failed; it runs again at its next time')
      }
    } finally {
      renewal.cancel()
      await renewing
    }
    return !signal.aborted
  }

  /** A database that does not answer keeps the job here: no other process can take it meanwhile. */
  async #renew(name: string): Promise<boolean> {
    try {
      const isOurs = await this.#store.renew(name, this.#holder, this.#clock.nowMs() + LEASE_MS)
      if (!isOurs) this.#log.warn({ job: name }, 'Another process has taken a running job; this run ends')
      return isOurs
    } catch {
      return true
    }
  }
}
