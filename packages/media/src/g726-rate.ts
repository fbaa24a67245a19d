import { type G726Bits, g726BitsOf } from './g726.ts'

/** Long enough that the jitter of a packet's time does not make another rate of it. */
const LISTEN_MS = 160

/** Nothing on the wire says how many bits a sample of G.726 has: it is the size of the bodies by the time between them. */
export class G726Rate {
  #firstMs: number | null = null
  #bytes = 0
  #bits: G726Bits | null = null

  /** `null` while too little was received. */
  bitsWith(body: Uint8Array, timestampMs: number): G726Bits | null {
    if (this.#bits !== null) return this.#bits
    if (this.#firstMs === null || timestampMs < this.#firstMs) {
      this.#firstMs = timestampMs
      this.#bytes = 0
    }
    const heardMs = timestampMs - this.#firstMs
    if (heardMs >= LISTEN_MS) this.#bits = g726BitsOf(this.#bytes, heardMs)
    this.#bytes += body.length
    return this.#bits
  }
}
