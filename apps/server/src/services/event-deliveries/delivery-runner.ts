// Belongs here: when each delivery is tried, and how many at a time. Does not: how one is sent (event-deliveries.ts).
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock/index.ts'
import type { limitLog } from '../../platform/log/index.ts'
import type { DeliveryStore } from './delivery.store.ts'
import type { Attempt, Delivery, DeliveryKind } from './delivery.types.ts'
import { detailOf } from './send-webhook.ts'

/** Before the second attempt, the third, and so on; the last one is repeated until the day is over. */
const RETRY_MS: readonly number[] = [30_000, 120_000, 600_000, 1_800_000, 3_600_000]
const GIVE_UP_MS = 86_400_000
/** Attempts at once for one receiver: a slow one holds up no other. */
const AT_ONCE_OF_TARGET = 2
const LOOK_MS = 2_000
/** A process that was killed holds what it was sending so long. */
const LEASE_MS = 20_000
const RENEW_MS = 5_000
/** A receiver that was not reached is left alone so long, twice as long after the next time, and so on. */
const AWAY_MS = 5_000
const AWAY_MAX_MS = 60_000
/** Receivers that are remembered as away; beyond, the oldest is forgotten. */
const AWAY_MAX = 200

export interface DeliveryRunnerDeps {
  readonly clock: Clock
  readonly log: ReturnType<typeof limitLog>
  readonly store: DeliveryStore
  /** What it sends, and how many at a time. */
  readonly kinds: readonly DeliveryKind[]
  readonly atOnce: number
  readonly send: (delivery: Delivery, signal: AbortSignal) => Promise<Attempt>
  /** Without it the table is not asked: most sites have no plan that sends anything. */
  readonly hasWaiting: () => boolean
}

/** Sends what is due of some kinds, as far as no other process does. */
export class DeliveryRunner {
  readonly #clock
  readonly #log
  readonly #store
  readonly #kinds
  readonly #atOnce
  readonly #send
  readonly #holder = randomUUID()
  readonly #stopping = new AbortController()
  readonly #running = new Map<number, { readonly target: string; readonly done: Promise<void> }>()
  /** Receivers that were not reached, until when they are left alone, and how often it was tried. */
  readonly #away = new Map<string, { untilMs: number; failures: number }>()
  readonly #timers
  #looking: Promise<void> | null = null
  #looksAgain = false

  constructor({ clock, log, store, kinds, atOnce, send, hasWaiting }: DeliveryRunnerDeps) {
    this.#clock = clock
    this.#log = log
    this.#store = store
    this.#kinds = kinds
    this.#atOnce = atOnce
    this.#send = send
    const look = (): void => {
      if (hasWaiting()) this.wake()
    }
    this.#timers = [clock.every(LOOK_MS, look), clock.every(RENEW_MS, () => this.#renew())]
    this.wake()
  }

  wake(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#looking !== null) {
      this.#looksAgain = true
      return
    }
    this.#looking = this.#look()
      .catch((error: unknown) => this.#log.error('look', { err: error }, 'Cannot read which event deliveries are due'))
      .finally(() => {
        this.#looking = null
        const looksAgain = this.#looksAgain
        this.#looksAgain = false
        if (looksAgain) this.wake()
      })
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    this.#stopping.abort()
    await this.#looking
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #look(): Promise<void> {
    while (this.#running.size < this.#atOnce && !this.#stopping.signal.aborted) {
      const nowMs = this.#clock.nowMs()
      const query = { nowMs, kinds: this.#kinds, except: this.#except(nowMs) }
      const due = await this.#store.due({ ...query, limit: this.#atOnce * 4 })
      let started = 0
      for (const delivery of due) {
        if (this.#running.size >= this.#atOnce || this.#stopping.signal.aborted) break
        if (!this.#isFree(delivery.target) || this.#running.has(delivery.id)) continue
        if (!(await this.#store.claim(delivery.id, this.#holder, nowMs, LEASE_MS))) continue
        this.#start(delivery)
        started += 1
      }
      if (started === 0) return
    }
  }

  /** Receivers for which nothing more is started now. */
  #except(nowMs: number): readonly string[] {
    const away = [...this.#away].filter(([, { untilMs }]) => untilMs > nowMs).map(([target]) => target)
    const busy = [...this.#running.values()].map(({ target }) => target).filter((target) => !this.#isFree(target))
    return [...new Set([...away, ...busy])]
  }

  /** One that was not reached is tried with one delivery first. */
  #isFree(target: string): boolean {
    const running = [...this.#running.values()].filter((one) => one.target === target).length
    return running < (this.#away.has(target) ? 1 : AT_ONCE_OF_TARGET)
  }

  #start(delivery: Delivery): void {
    const { id, target } = delivery
    const done = this.#process(delivery)
      .catch((error: unknown) =>
        this.#log.error(target, { err: error, id }, 'Cannot store how an event delivery ended'),
      )
      .finally(() => {
        this.#running.delete(id)
        this.wake()
      })
    this.#running.set(id, { target, done })
  }

  async #process(delivery: Delivery): Promise<void> {
    const { id, createdMs } = delivery
    const attempt = await this.#send(delivery, this.#stopping.signal).catch((error: unknown) => this.#broken(error))
    if (this.#stopping.signal.aborted && !attempt.isDone) {
      // It was interrupted: the next start, or another process, tries it.
      await this.#store.release(id, this.#holder, {})
      return
    }
    const nowMs = this.#clock.nowMs()
    const attempts = delivery.attempts + 1
    const ended = { attempts, triedMs: nowMs, outcome: attempt.outcome, detail: attempt.detail }
    const dueMs = nowMs + (RETRY_MS[attempts - 1] ?? RETRY_MS.at(-1) ?? GIVE_UP_MS)
    const isOver = attempt.isDone || attempt.isFinal || dueMs > createdMs + GIVE_UP_MS
    const state = attempt.isDone ? 'done' : isOver ? 'failed' : 'waiting'
    await this.#store.release(id, this.#holder, { ...ended, state, dueMs })
    await this.#note(delivery, attempt, nowMs)
  }

  /** An attempt that failed on this side: it counts, and is not repeated for ever. */
  #broken(error: unknown): Attempt {
    this.#log.error('broken', { err: error }, 'An event delivery could not be attempted')
    const detail = detailOf(error instanceof Error ? error.message : String(error))
    return { isDone: false, isFinal: false, isAway: false, outcome: 'not-attempted', detail }
  }

  /** Remembers who is away; what waits for one that is back is due at once. */
  async #note({ target, kind, plan }: Delivery, { isDone, isAway, outcome }: Attempt, nowMs: number): Promise<void> {
    if (!isDone)
      this.#log.warn(target, { kind, plan, outcome }, 'Cannot deliver an event; see the delivery log of push plans')
    const before = this.#away.get(target)
    this.#away.delete(target)
    if (isAway) {
      const failures = (before?.failures ?? 0) + 1
      const pauseMs = Math.min(AWAY_MAX_MS, AWAY_MS * 2 ** (failures - 1))
      this.#away.set(target, { failures, untilMs: nowMs + pauseMs })
      const [oldest] = this.#away.keys()
      if (this.#away.size > AWAY_MAX && oldest !== undefined) this.#away.delete(oldest)
    } else if (before !== undefined && isDone) await this.#store.hasten(target, nowMs)
  }

  #renew(): void {
    if (this.#running.size === 0) return
    this.#store
      .renew(this.#holder, this.#clock.nowMs() + LEASE_MS)
      .catch((error: unknown) => this.#log.error('renew', { err: error }, 'Cannot hold on to event deliveries'))
  }
}
