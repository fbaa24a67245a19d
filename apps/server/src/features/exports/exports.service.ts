// Belongs here: which MP4 files are being made and cached, and how many for each account. Does not: bytes of them (ingest/recorder), HTTP.
import { AppError } from '@fleetglass/contract/errors'
import { EXPORT_RETENTION_MS, type ExportAnswer, type ExportStep } from '@fleetglass/contract/exports'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Clip, RecordingCuts } from '../../services/recordings/index.ts'

/** MP4 files that are being made at once; the others wait. */
const MADE_AT_ONCE = 2
/** MP4 files of one account, and of all, that may wait or be made. */
export const MAKING_AN_ACCOUNT = 8
const MAKING_IN_ALL = 32
/** Downloads of one account, and of all, that may run. */
export const READ_AN_ACCOUNT = 8
const READ_IN_ALL = 64
/** MP4 files that are cached; an index of an hour has about a megabyte. The oldest that no client reads goes first. */
const MAX_EXPORTS = 64
/** A question is answered after this long at the latest. */
const ANSWER_MS = 250
/** A file that ends at the head of a running recording is made again for a request that comes later than this. */
const UNFINISHED_MS = 5_000
/** A failure that no client requested is forgotten after this time. */
const FAILURE_RETENTION_MS = 60_000
const CLEAN_PERIOD_MS = 60_000

/** What is wanted: a stretch of a channel. */
export interface Wanted {
  readonly deviceKey: number
  readonly channel: number
  /** Unix ms, `[startMs, endMs)`. */
  readonly startMs: number
  readonly endMs: number
}

/** Too many at once: the error says of what. */
export interface Busy {
  readonly kind: 'busy'
  readonly error: AppError
}

/** The file is ready; Unix ms `[startMs, endMs)` is the recorded part of the requested range. */
export interface Ready {
  readonly kind: 'ready'
  readonly startMs: number
  readonly endMs: number
}

type Answer = Exclude<ExportAnswer, { kind: 'ready' }> | Ready

/** An MP4 file that is being read; `end` must be called when that is over. */
export interface Reading {
  readonly kind: 'reading'
  readonly clip: Clip
  /** Changes when the file does. */
  readonly tag: string
  end(): void
}

export interface Exports {
  /** Starts to make an MP4 file, or reports its progress. */
  ask(account: string, wanted: Wanted): Promise<Answer | Busy>
  /** The MP4 file; waits for it when it was not requested before. */
  read(account: string, wanted: Wanted): Promise<Reading | ExportAnswer | Busy>
  /** Its files are not what they were: the next question makes it again. */
  forget(wanted: Wanted): void
  close(): Promise<void>
}

type State =
  | { readonly kind: 'making'; readonly step: ExportStep; readonly percent: number }
  | { readonly kind: 'failed'; readonly step: ExportStep; readonly failedMs: number }
  | { readonly kind: 'ready'; readonly clip: Clip; readonly readyMs: number; readonly tag: string }

interface Job {
  readonly key: string
  readonly account: string
  readonly wanted: Wanted
  readonly done: Promise<void>
  state: State
  readers: number
}

export interface ExportsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly cuts: Pick<RecordingCuts, 'cut'>
}

export function createExports(deps: ExportsDeps): Exports {
  return new CachedExports(deps)
}

class CachedExports implements Exports {
  readonly #deps: ExportsDeps
  readonly #jobs = new Map<string, Job>()
  readonly #readers = new Map<string, number>()
  readonly #waiting: (() => void)[] = []
  readonly #timer: { cancel(): void }
  #running = 0
  #made = 0
  #closed = false

  constructor(deps: ExportsDeps) {
    this.#deps = deps
    this.#timer = deps.clock.every(CLEAN_PERIOD_MS, () => this.#clean())
  }

  async ask(account: string, wanted: Wanted): Promise<Answer | Busy> {
    const job = this.#jobOf(account, wanted, UNFINISHED_MS)
    if ('error' in job) return job
    if (job.state.kind === 'making') await this.#soon(job.done)
    return this.#answer(job)
  }

  async read(account: string, wanted: Wanted): Promise<Reading | ExportAnswer | Busy> {
    const job = this.#jobOf(account, wanted, EXPORT_RETENTION_MS)
    if ('error' in job) return job
    await job.done
    if (job.state.kind !== 'ready') return this.#answer(job)
    const own = this.#readers.get(account) ?? 0
    if (own >= READ_AN_ACCOUNT || this.#sum(this.#readers.values()) >= READ_IN_ALL) {
      return busy(new AppError('too-many-downloads'))
    }
    const { clip, tag } = job.state
    return { kind: 'reading', clip, tag, ...this.#reader(account, job) }
  }

  forget(wanted: Wanted): void {
    const job = this.#jobs.get(keyOf(wanted))
    if (job?.state.kind === 'ready') this.#jobs.delete(job.key)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer.cancel()
    for (const go of this.#waiting.splice(0)) go()
    await Promise.all([...this.#jobs.values()].map((job) => job.done))
  }

  #jobOf(account: string, wanted: Wanted, unfinishedMs: number): Job | Busy {
    this.#clean()
    const key = keyOf(wanted)
    const known = this.#jobs.get(key)
    if (known !== undefined && !this.#isOutdated(known, unfinishedMs)) return known
    const making = [...this.#jobs.values()].filter(({ state }) => state.kind === 'making')
    const own = making.filter((job) => job.account === account)
    if (own.length >= MAKING_AN_ACCOUNT || making.length >= MAKING_IN_ALL) {
      return busy(new AppError('too-many-exports'))
    }
    return this.#begin(key, account, wanted)
  }

  /** A recording that went on after the file was made. */
  #isOutdated({ state, wanted }: Job, unfinishedMs: number): boolean {
    if (state.kind !== 'ready') return false
    return wanted.endMs > state.readyMs && this.#deps.clock.nowMs() - state.readyMs > unfinishedMs
  }

  #begin(key: string, account: string, wanted: Wanted): Job {
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const done = begun.then(() => this.#make(job))
    const job: Job = { key, account, wanted, done, state: { kind: 'making', step: 'BACKUP', percent: 0 }, readers: 0 }
    this.#jobs.set(key, job)
    if (this.#running < MADE_AT_ONCE) {
      this.#running += 1
      begin()
    } else {
      this.#waiting.push(begin)
    }
    return job
  }

  /** Never rejects. */
  async #make(job: Job): Promise<void> {
    let step: ExportStep = 'BACKUP'
    const { deviceKey, channel, ...range } = job.wanted
    try {
      if (this.#closed) throw new Error('the server is closing')
      const clip = await this.#deps.cuts.cut(deviceKey, channel, range, (progress) => {
        step = progress.step === 'collect' ? 'BACKUP' : 'CREATE'
        job.state = { kind: 'making', step, percent: Math.floor(progress.part * 100) }
      })
      job.state = clip === null ? this.#failed('BACKUP') : this.#ready(clip)
    } catch (error) {
      if (!this.#closed) this.#deps.log.error({ err: error, wanted: job.wanted }, 'a recording could not be cut out')
      job.state = this.#failed(step)
    }
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }

  #failed(step: ExportStep): State {
    return { kind: 'failed', step, failedMs: this.#deps.clock.nowMs() }
  }

  #ready(clip: Clip): State {
    this.#made += 1
    const readyMs = this.#deps.clock.nowMs()
    return { kind: 'ready', clip, readyMs, tag: `"${readyMs.toString(36)}-${this.#made}"` }
  }

  /** A failure is reported once: who asks again starts again. */
  #answer(job: Job): Answer {
    const { state, wanted } = job
    if (state.kind === 'ready') {
      const { startMs, endMs } = state.clip
      return { kind: 'ready', startMs: Math.max(startMs, wanted.startMs), endMs: Math.min(endMs, wanted.endMs) }
    }
    if (state.kind === 'making') return state
    if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key)
    return { kind: 'failed', step: state.step }
  }

  /** Resolves when that is done, or after a moment. */
  #soon(done: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(ANSWER_MS, resolve)
      void done.then(() => {
        timer.cancel()
        resolve()
      })
    })
  }

  #reader(account: string, job: Job): Pick<Reading, 'end'> {
    let reads = true
    this.#count(account, 1)
    job.readers += 1
    return {
      end: () => {
        if (!reads) return
        reads = false
        this.#count(account, -1)
        job.readers -= 1
      },
    }
  }

  #count(account: string, by: number): void {
    const count = (this.#readers.get(account) ?? 0) + by
    if (count === 0) this.#readers.delete(account)
    else this.#readers.set(account, count)
  }

  #sum(numbers: Iterable<number>): number {
    let sum = 0
    for (const number of numbers) sum += number
    return sum
  }

  /** What is over its time goes, also a failure that no client requests; then the oldest, while there are too many. */
  #clean(): void {
    const nowMs = this.#deps.clock.nowMs()
    for (const [key, { state, readers }] of this.#jobs) {
      if (state.kind === 'making' || readers > 0) continue
      const isStored =
        state.kind === 'ready'
          ? nowMs - state.readyMs < EXPORT_RETENTION_MS
          : nowMs - state.failedMs < FAILURE_RETENTION_MS
      if (!isStored || this.#jobs.size > MAX_EXPORTS) this.#jobs.delete(key)
    }
  }
}

function keyOf({ deviceKey, channel, startMs, endMs }: Wanted): string {
  return `${deviceKey}/${channel}/${startMs}/${endMs}`
}

function busy(error: AppError): Busy {
  return { kind: 'busy', error }
}
