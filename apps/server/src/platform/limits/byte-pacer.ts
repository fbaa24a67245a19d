/** Spreads bytes over time. The caller waits; nothing is kept here. */
export class BytePacer {
  readonly #bytesPerS: () => number
  /** Monotonic: what was counted is within the rate from then on. */
  #evenMs = Number.NEGATIVE_INFINITY

  /** `bytesPerS` is read anew for each count; 0: as fast as it goes. */
  constructor(bytesPerS: () => number) {
    this.#bytesPerS = bytesPerS
  }

  /** Counts bytes that have passed; answers how long no more may follow, ms. Time without bytes is not saved up. */
  count(bytes: number, nowMs: number): number {
    const rate = this.#bytesPerS()
    this.#evenMs = rate === 0 ? nowMs : Math.max(this.#evenMs, nowMs) + (bytes / rate) * 1000
    return this.waitMs(nowMs)
  }

  waitMs(nowMs: number): number {
    return Math.max(0, this.#evenMs - nowMs)
  }
}
