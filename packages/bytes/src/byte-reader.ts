import { bcdToDigits } from './bcd.ts'
import { OutOfBytes } from './result.ts'

/**
 * Reads big-endian fields one after the other from a part of a byte array, and checks every bound.
 * `offset` counts from the start of the array given, so that an error names the place in the whole message.
 * Each read throws `OutOfBytes` when fewer bytes are left than it wants; run it inside `attempt`.
 */
export class ByteReader {
  readonly bytes: Uint8Array
  #offset: number
  readonly #end: number

  /** Reads `bytes` from `offset` (inclusive) to `end` (exclusive). Throws `RangeError` when that is not a part of `bytes`. */
  constructor(bytes: Uint8Array, offset = 0, end: number = bytes.length) {
    if (offset < 0 || end > bytes.length || offset > end) {
      throw new RangeError(`cannot read bytes ${offset} to ${end} of ${bytes.length}`)
    }
    this.bytes = bytes
    this.#offset = offset
    this.#end = end
  }

  /** The place of the next byte, counted from the start of the array. */
  get offset(): number {
    return this.#offset
  }

  /** How many bytes are left. */
  get remaining(): number {
    return this.#end - this.#offset
  }

  u8(): number {
    return this.bytes[this.#advance(1)]!
  }

  u16(): number {
    const at = this.#advance(2)
    return (this.bytes[at]! << 8) | this.bytes[at + 1]!
  }

  u24(): number {
    const at = this.#advance(3)
    return (this.bytes[at]! << 16) | (this.bytes[at + 1]! << 8) | this.bytes[at + 2]!
  }

  u32(): number {
    return this.i32() >>> 0
  }

  i16(): number {
    return (this.u16() << 16) >> 16
  }

  i32(): number {
    const at = this.#advance(4)
    const bytes = this.bytes
    return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }

  u64(): bigint {
    const at = this.#advance(8)
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + at, 8)
    return view.getBigUint64(0)
  }

  /** The next `length` bytes as a view: nothing is copied, nothing allocated for a length that is not there. */
  take(length: number): Uint8Array {
    const at = this.#advance(length)
    return this.bytes.subarray(at, at + length)
  }

  /** All bytes that are left, as a view. */
  rest(): Uint8Array {
    return this.take(this.remaining)
  }

  skip(length: number): void {
    this.#advance(length)
  }

  /** `length` bytes of BCD as digits, two a byte; half bytes above 9 stay visible as `a` to `f`. */
  bcd(length: number): string {
    return bcdToDigits(this.take(length))
  }

  #advance(length: number): number {
    const at = this.#offset
    // A negative or broken length is as impossible as a too long one: both come from the wire.
    if (!(length >= 0 && length <= this.#end - at)) throw new OutOfBytes(at, length, this.#end - at)
    this.#offset = at + length
    return at
  }
}
