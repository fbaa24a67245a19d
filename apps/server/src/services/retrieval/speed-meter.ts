/** A shorter time says too little. */
const SPAN_MS = 2_000

/** How fast a sum of bytes grows, over the last seconds. */
export class SpeedMeter {
  #sinceMs: number
  #sinceBytes: number
  #bytesPerS = 0

  constructor(bytes: number, nowMs: number) {
    this.#sinceBytes = bytes
    this.#sinceMs = nowMs
  }

  /** The speed, with the sum as it is now. */
  at(bytes: number, nowMs: number): number {
    const spanMs = nowMs - this.#sinceMs
    if (spanMs < SPAN_MS) return this.#bytesPerS
    this.#bytesPerS = Math.max(0, Math.round(((bytes - this.#sinceBytes) * 1000) / spanMs))
    this.#sinceMs = nowMs
    this.#sinceBytes = bytes
    return this.#bytesPerS
  }
}
