import { Malformed, OutOfBytes } from '@fleetglass/bytes'

/** Reads bits, most significant first, and Exp-Golomb codes (H.264 9.1, H.265 9.2). Throws inside `attempt`. */
export class BitReader {
  readonly #bytes: Uint8Array
  #bit = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** How many bits have been read. */
  get position(): number {
    return this.#bit
  }

  flag(): boolean {
    return this.bits(1) === 1
  }

  /** Up to 32 bits as an unsigned number. */
  bits(count: number): number {
    const end = this.#bit + count
    if (end > this.#bytes.length * 8) {
      throw new OutOfBytes(this.#bit >> 3, Math.ceil(count / 8), this.#bytes.length - (this.#bit >> 3))
    }
    let value = 0
    for (; this.#bit < end; this.#bit++) {
      value = value * 2 + ((this.#bytes[this.#bit >> 3]! >> (7 - (this.#bit & 7))) & 1)
    }
    return value
  }

  skip(count: number): void {
    for (let left = count; left > 0; left -= 32) this.bits(Math.min(left, 32))
  }

  /** ue(v), not above `most`. */
  unsigned(most = 0xffff_ffff): number {
    let zeros = 0
    while (!this.flag()) {
      if (++zeros > 32) throw new Malformed(this.#bit >> 3, 'Exp-Golomb code longer than 32 bits')
    }
    const value = 2 ** zeros - 1 + this.bits(zeros)
    if (value > most) throw new Malformed(this.#bit >> 3, `${value} where at most ${most} is possible`)
    return value
  }

  /** se(v). */
  signed(): number {
    const code = this.unsigned()
    return code % 2 === 1 ? (code + 1) / 2 : -(code / 2)
  }
}
