export interface TokenRate {
  /** Tokens of a full bucket: operations that may come at once. */
  readonly burst: number
  /** Time after which one token is added. */
  readonly refillMs: number
}

/**
 * Limits a rate: each operation takes a token, and a token is added every `refillMs`. Times are those of the caller, so that
 * a limit can count in the time of a device. Time that goes back adds nothing.
 */
export class TokenBucket {
  readonly #rate: TokenRate
  #tokens: number
  #countedMs: number

  constructor(rate: TokenRate, nowMs: number) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#countedMs = nowMs
  }

  /** Whether `take` would succeed now. */
  has(nowMs: number): boolean {
    const { burst, refillMs } = this.#rate
    const added = Math.max(0, Math.floor((nowMs - this.#countedMs) / refillMs))
    this.#tokens = Math.min(burst, this.#tokens + added)
    // What remains of the interval counts for the next token.
    this.#countedMs += added * refillMs
    return this.#tokens > 0
  }

  take(nowMs: number): boolean {
    if (!this.has(nowMs)) return false
    this.#tokens -= 1
    return true
  }

  /** Counts from an earlier time on: tokens are added again for the time in between. */
  rewindTo(nowMs: number): void {
    this.#countedMs = Math.min(this.#countedMs, nowMs)
  }
}
