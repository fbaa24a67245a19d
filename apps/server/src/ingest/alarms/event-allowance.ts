// How many new events one device may raise: in its own time, so that hours which were stored on the way may raise what hours
// may, and in the server's, so that a device which invents times is bounded too.

/** New events a device may raise at once, and how often another one, in the time of its positions; covers are bounded by them. */
export const BURST = 30
export const REFILL_MS = 4_000

/** The same in the server's time: a backlog of hours fits, an endless one does not. What is above is counted and dropped. */
export const ARRIVAL_BURST = 500

/** When something happened, and when it was received. */
export interface At {
  /** Unix milliseconds of the device's time. */
  readonly atMs: number
  /** Monotonic milliseconds of the arrival. */
  readonly nowMs: number
}

export class EventAllowance {
  readonly #own: Bucket
  readonly #arrivals: Bucket

  constructor(nowMs: number) {
    this.#own = { size: BURST, left: BURST, countedMs: 0 }
    this.#arrivals = { size: ARRIVAL_BURST, left: ARRIVAL_BURST, countedMs: nowMs }
  }

  /** Whether one more may be raised; nothing is used up by asking. */
  allows({ atMs, nowMs }: At): boolean {
    // A position from before the last one refills nothing, and what follows it is counted from there.
    if (atMs < this.#own.countedMs) this.#own.countedMs = atMs
    refill(this.#own, atMs)
    refill(this.#arrivals, nowMs)
    return this.#own.left > 0 && this.#arrivals.left > 0
  }

  use(): void {
    this.#own.left -= 1
    this.#arrivals.left -= 1
  }
}

interface Bucket {
  readonly size: number
  left: number
  countedMs: number
}

function refill(bucket: Bucket, ms: number): void {
  const refilled = Math.floor((ms - bucket.countedMs) / REFILL_MS)
  bucket.left = Math.min(bucket.size, bucket.left + refilled)
  bucket.countedMs += refilled * REFILL_MS
}
