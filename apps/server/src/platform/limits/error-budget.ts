export interface ErrorBudgetLimits {
  /** Bad frames in excess of good ones that a connection survives. */
  readonly badFrames: number
  /** Bytes that may arrive without a good frame. */
  readonly bytes: number
}

/**
 * The errors that a connection may make before it is closed. A good frame takes back one bad frame and resets the bytes, so
 * that a device on a poor line stays connected and a sender of garbage does not.
 */
export class ErrorBudget {
  readonly #limits: ErrorBudgetLimits
  #badFrames = 0
  #bytes = 0

  constructor(limits: ErrorBudgetLimits) {
    this.#limits = limits
  }

  /** Bytes were received; they count until the next good frame. */
  addBytes(bytes: number): void {
    this.#bytes += bytes
  }

  addGoodFrame(): void {
    if (this.#badFrames > 0) this.#badFrames -= 1
    this.#bytes = 0
  }

  /** A frame could not be decoded, or caused as much work as `frames` bad ones. */
  addBadFrame(frames = 1): void {
    this.#badFrames += frames
  }

  get isExceeded(): boolean {
    return this.#badFrames > this.#limits.badFrames || this.#bytes > this.#limits.bytes
  }
}
