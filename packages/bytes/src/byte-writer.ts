import { digitsToBcd } from './bcd.ts'

/**
 * Writes big-endian fields one after the other into a growing buffer. Every method returns the writer.
 * Numbers are cut to their width as the wire does; ranges are checked by the caller.
 */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  /** `capacity` is a first guess of the size in bytes; the buffer grows by doubling. */
  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(Math.max(8, capacity))
  }

  /** How many bytes have been written. */
  get length(): number {
    return this.#length
  }

  u8(value: number): this {
    const at = this.#reserve(1)
    this.#bytes[at] = value
    return this
  }

  u16(value: number): this {
    const at = this.#reserve(2)
    this.#bytes[at] = value >>> 8
    this.#bytes[at + 1] = value
    return this
  }

  u24(value: number): this {
    const at = this.#reserve(3)
    this.#bytes[at] = value >>> 16
    this.#bytes[at + 1] = value >>> 8
    this.#bytes[at + 2] = value
    return this
  }

  u32(value: number): this {
    const at = this.#reserve(4)
    this.#bytes[at] = value >>> 24
    this.#bytes[at + 1] = value >>> 16
    this.#bytes[at + 2] = value >>> 8
    this.#bytes[at + 3] = value
    return this
  }

  i16(value: number): this {
    return this.u16(value)
  }

  i32(value: number): this {
    return this.u32(value)
  }

  u64(value: bigint): this {
    const at = this.#reserve(8)
    new DataView(this.#bytes.buffer).setBigUint64(at, value)
    return this
  }

  bytes(value: Uint8Array): this {
    const at = this.#reserve(value.length)
    this.#bytes.set(value, at)
    return this
  }

  /** `length` bytes of BCD: the digits right-aligned, zeros before them. Throws when they do not fit. */
  bcd(digits: string, length: number): this {
    return this.bytes(digitsToBcd(digits, length))
  }

  /** `count` bytes of the same value. */
  fill(value: number, count: number): this {
    const at = this.#reserve(count)
    this.#bytes.fill(value, at, at + count)
    return this
  }

  /** What has been written, in an array of exactly that length. The writer may go on; the array does not change. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #reserve(count: number): number {
    const at = this.#length
    const wanted = at + count
    if (wanted > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(wanted, this.#bytes.length * 2))
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#length = wanted
    return at
  }
}
