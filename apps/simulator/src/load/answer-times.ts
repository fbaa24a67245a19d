const BIN_MS = 0.1
const BINS = 300_000

/** Answer times counted in bins of 0.1 ms up to 30 s, so that millions of them cost no memory. */
export class AnswerTimes {
  readonly #bins = new Uint32Array(BINS)
  #count = 0
  #max = 0

  add(ms: number): void {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor(ms / BIN_MS)))
    this.#bins[bin] = this.#bins[bin]! + 1
    this.#count += 1
    this.#max = Math.max(this.#max, ms)
  }

  summary(): { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number } {
    return { p50: this.#at(0.5), p95: this.#at(0.95), p99: this.#at(0.99), max: Math.round(this.#max * 10) / 10 }
  }

  #at(share: number): number {
    let left = this.#count * share
    for (let bin = 0; bin < BINS; bin++) {
      left -= this.#bins[bin]!
      if (left <= 0) return Math.round((bin + 1) * BIN_MS * 10) / 10
    }
    return 0
  }
}
