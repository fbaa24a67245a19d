// Belongs here: collecting points into groups, handing groups to the worker, telling who waits.
// Does not: what a point means (engines/gateway), reading tracks (features/tracks), SQL (the stores beside this file).
import { Worker } from 'node:worker_threads'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { packPoint, WORDS } from './packed-points.ts'
import type { PointDatabase } from './point-store.types.ts'
import type { CommitWaiter, PositionLog, PositionLogStats, TrackPoint } from './position-log.types.ts'
import type { GroupAnswer, GroupMessage } from './position-log.worker.ts'

/** A group goes to the disk this long after its first point; with the time of a commit an answer stays below 200 ms. */
const GROUP_MS = 100

/** A fuller group goes at once: longer ones gain nothing and block the worker. */
const GROUP_POINTS = 8_192

/** Points that may wait for the disk. Beyond it readers stop their sockets: positions never drop. */
export const MAX_WAITING = 65_536

/** Readers go on when the queue has shrunk to this: not at the first free place, or they would stop and go at each point. */
const DRAINED_WAITING = MAX_WAITING / 2

export interface PositionLogDeps {
  readonly clock: Clock
  readonly database: PointDatabase
  /** Told once for each group the disk refused, and when the thread itself ended. */
  readonly failed: (reason: string) => void
}

/** Points of one group beside who waits for them. */
interface Group {
  words: Int32Array
  readonly waiters: CommitWaiter[]
  readonly tokens: number[]
}

/** Opens the log; the thread and its connection start with the first group. */
export function createPositionLog(deps: PositionLogDeps): PositionLog {
  return new GroupedLog(deps)
}

class GroupedLog implements PositionLog {
  readonly #deps: PositionLogDeps
  readonly #drainListeners = new Set<() => void>()
  /** Sealed groups in order, then the open one. */
  readonly #queue: Group[] = []
  readonly #spareBuffers: Int32Array[] = []
  #inFlight: { group: Group; sentMs: number } | null = null
  #worker: Worker | null = null
  #timer: Timer | null = null
  #open: Group | null = null
  #waiting = 0
  #full = false
  #closing: Promise<void> | null = null
  #idle: (() => void) | null = null
  #stats = { points: 0, groups: 0, failedGroups: 0, lastCommitMs: 0 }

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
    const group = this.#open ?? this.#begin()
    packPoint(group.words, group.tokens.length, point)
    group.waiters.push(waiter)
    group.tokens.push(token)
    this.#waiting += 1
    if (group.tokens.length === GROUP_POINTS) this.#seal()
    if (this.#waiting >= MAX_WAITING) this.#full = true
    return !this.#full
  }

  onDrained(listener: () => void): { close(): void } {
    this.#drainListeners.add(listener)
    return { close: () => void this.#drainListeners.delete(listener) }
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  #begin(): Group {
    const words = this.#spareBuffers.pop() ?? new Int32Array(GROUP_POINTS * WORDS)
    this.#open = { words, waiters: [], tokens: [] }
    this.#timer = this.#deps.clock.after(GROUP_MS, () => this.#seal())
    return this.#open
  }

  /** The open group waits for the worker from now on. */
  #seal(): void {
    this.#timer?.cancel()
    this.#timer = null
    if (this.#open) this.#queue.push(this.#open)
    this.#open = null
    this.#send()
  }

  #send(): void {
    if (this.#inFlight) return
    const group = this.#queue.shift()
    if (!group) return
    this.#inFlight = { group, sentMs: this.#deps.clock.monotonicMs() }
    const message: GroupMessage = { words: group.words, count: group.tokens.length }
    this.#thread().postMessage(message, [group.words.buffer as ArrayBuffer])
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./position-log.worker.ts', import.meta.url), { workerData: this.#deps.database })
    worker.on('message', (answer: GroupAnswer) => {
      this.#spareBuffers.push(answer.words)
      this.#finished(answer.error)
    })
    worker.on('error', (error) => this.#lost(worker, error.message))
    worker.on('exit', (code) => this.#lost(worker, `the thread ended with code ${code}`))
    this.#worker = worker
    return worker
  }

  /** A thread that ended takes its group with it; the next group starts a new thread. */
  #lost(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return
    this.#worker = null
    if (this.#inFlight) this.#finished(reason)
  }

  #finished(reason: string | undefined): void {
    const flight = this.#inFlight
    if (!flight) return
    this.#inFlight = null
    const { waiters, tokens } = flight.group
    this.#waiting -= tokens.length
    this.#stats.groups += 1
    this.#stats.lastCommitMs = this.#deps.clock.monotonicMs() - flight.sentMs
    if (reason === undefined) this.#stats.points += tokens.length
    else this.#refused(reason)
    // The next group goes to the disk while the answers of this one are written.
    this.#send()
    const error = reason === undefined ? undefined : new Error(reason)
    for (let n = 0; n < tokens.length; n++) waiters[n]?.committed(tokens[n] as number, error)
    if (this.#full && this.#waiting <= DRAINED_WAITING) this.#drained()
    if (!this.#inFlight && !this.#open) this.#idle?.()
  }

  #refused(reason: string): void {
    this.#stats.failedGroups += 1
    this.#deps.failed(reason)
  }

  #drained(): void {
    this.#full = false
    for (const listener of this.#drainListeners) listener()
  }

  async #finish(): Promise<void> {
    this.#seal()
    if (this.#inFlight) await new Promise<void>((resolve) => (this.#idle = resolve))
    const worker = this.#worker
    this.#worker = null
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await ended
  }
}
