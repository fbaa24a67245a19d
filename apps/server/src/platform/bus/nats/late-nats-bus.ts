// Belongs here: a bus of a server that started without NATS, until it is there. Does not: the bus itself (nats-bus.ts).
import type { Timer } from '../../clock/index.ts'
import type { BusChange, Subscription } from '../bus.ts'
import { BusUnavailable } from '../bus-errors.ts'
import { checkPattern, checkSubject } from '../subject.ts'
import type { NatsBus, NatsBusDeps } from './nats-bus.ts'
import type { NatsHealth } from './nats-health.types.ts'

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000

/** A subscription that was made before there is a connection. */
interface Waiting {
  readonly open: (bus: NatsBus) => Subscription
  live: Subscription | null
}

/** Refuses everything until `connect` succeeds, which is tried for ever; its subscriptions live from then on. */
export class LateNatsBus implements NatsBus {
  readonly #deps: NatsBusDeps
  readonly #connect: () => Promise<NatsBus>
  readonly #waiting = new Set<Waiting>()
  readonly #watchers = new Set<{ readonly changed: (state: BusChange) => void }>()
  readonly #sinceMs: number
  #bus: NatsBus | null = null
  #timer: Timer | null = null
  #waitMs = FIRST_WAIT_MS
  #refused = 0
  #isClosed = false
  /** Reported once. */
  #reason: string

  constructor(deps: NatsBusDeps, connect: () => Promise<NatsBus>, reason: string) {
    this.#deps = deps
    this.#connect = connect
    this.#sinceMs = deps.clock.nowMs()
    this.#reason = reason
    this.#tryLater()
  }

  publish(subject: string, bytes: Uint8Array): boolean {
    if (this.#bus !== null) return this.#bus.publish(subject, bytes)
    checkSubject(subject)
    this.#refused += 1
    return false
  }

  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    if (this.#bus !== null) return this.#bus.request(subject, bytes, timeoutMs)
    checkSubject(subject)
    this.#refused += 1
    return Promise.reject(new BusUnavailable())
  }

  subscribe(pattern: string, receive: (bytes: Uint8Array, subject: string) => void): Subscription {
    checkPattern(pattern)
    return this.#add((bus) => bus.subscribe(pattern, receive))
  }

  respond(pattern: string, answer: (bytes: Uint8Array, subject: string) => Promise<Uint8Array>): Subscription {
    checkPattern(pattern)
    return this.#add((bus) => bus.respond(pattern, answer))
  }

  watch(changed: (state: BusChange) => void): Subscription {
    const entry = { changed }
    this.#watchers.add(entry)
    return { close: () => void this.#watchers.delete(entry) }
  }

  health(): NatsHealth {
    const health = this.#bus?.health()
    if (health !== undefined) return { ...health, refused: health.refused + this.#refused }
    return {
      isConnected: false,
      sinceMs: this.#sinceMs,
      server: this.#deps.server.servers.join(', '),
      waitingBytes: 0,
      unfinishedBytes: 0,
      refused: this.#refused,
      sentBytes: 0,
      receivedBytes: 0,
      interruptions: 0,
    }
  }

  async flush(): Promise<void> {
    await this.#bus?.flush()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#waiting.clear()
    this.#watchers.clear()
    await this.#bus?.close()
  }

  #add(open: (bus: NatsBus) => Subscription): Subscription {
    if (this.#bus !== null) return open(this.#bus)
    const entry: Waiting = { open, live: null }
    this.#waiting.add(entry)
    return {
      close: () => {
        this.#waiting.delete(entry)
        entry.live?.close()
      },
    }
  }

  #tryLater(): void {
    this.#timer = this.#deps.clock.after(this.#waitMs, () => void this.#try())
    this.#waitMs = Math.min(LONGEST_WAIT_MS, 2 * this.#waitMs)
  }

  async #try(): Promise<void> {
    try {
      const bus = await this.#connect()
      if (this.#isClosed) await bus.close()
      else this.#take(bus)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (this.#isClosed) return
      if (reason !== this.#reason) this.#deps.onError(error, 'NATS')
      this.#reason = reason
      this.#tryLater()
    }
  }

  #take(bus: NatsBus): void {
    this.#bus = bus
    for (const entry of this.#waiting) entry.live = entry.open(bus)
    this.#waiting.clear()
    bus.watch((state) => this.#report(state))
    this.#report('restored')
  }

  #report(state: BusChange): void {
    for (const { changed } of [...this.#watchers]) {
      try {
        changed(state)
      } catch (error) {
        this.#deps.onError(error, 'NATS')
      }
    }
  }
}
