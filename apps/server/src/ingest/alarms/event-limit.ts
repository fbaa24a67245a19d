import { TokenBucket, type TokenRate } from '../../platform/limits/index.ts'

/** New events that a device may raise, in the time of its positions: hours that it stored while offline may raise what hours may. */
export const EVENT_RATE: TokenRate = { burst: 30, refillMs: 4_000 }

/**
 * The same in the server's time, so that a device which invents times is limited too: a backlog of hours fits, an endless one
 * does not. Events above it are counted and dropped.
 */
const ARRIVAL_RATE: TokenRate = { burst: 500, refillMs: 4_000 }

/** When an event happened, and when it was received. */
export interface At {
  /** Unix milliseconds of the device's time. */
  readonly atMs: number
  /** Monotonic milliseconds of the arrival. */
  readonly nowMs: number
}

/** How many new events one device may raise. */
export class EventLimit {
  readonly #events: TokenBucket
  readonly #arrivals: TokenBucket

  constructor(nowMs: number) {
    this.#events = new TokenBucket(EVENT_RATE, 0)
    this.#arrivals = new TokenBucket(ARRIVAL_RATE, nowMs)
  }

  /** Whether one more event may be raised; it is not counted until `take`. */
  has({ atMs, nowMs }: At): boolean {
    // The device's clock may be set back: what follows is counted from there.
    this.#events.rewindTo(atMs)
    return this.#events.has(atMs) && this.#arrivals.has(nowMs)
  }

  take({ atMs, nowMs }: At): void {
    this.#events.take(atMs)
    this.#arrivals.take(nowMs)
  }
}
