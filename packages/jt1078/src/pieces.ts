/** So many parts are kept as they are, however small: an honest connection cuts a body into two or three. */
const FREE_PIECES = 4
/** A part of at least this length is worth an object of its own. */
const SMALL_BYTES = 256
const GATHER_BYTES = 1024

/**
 * What came in several reads, as views of the reads. A connection that trickles would cost an object for each byte: from
 * the fifth part on small ones are copied together.
 */
export class Pieces {
  readonly list: Uint8Array[] = []
  byteLength = 0
  /** Where small parts are gathered: what is used of it is the last piece. */
  #gathering: Uint8Array | null = null

  /** Copies what stands from `from` on until `target` is full; the result is how many bytes that were. */
  copyTo(target: Uint8Array, from: number): number {
    let count = 0
    let skip = from
    for (const piece of this.list) {
      if (count === target.length) break
      if (skip < piece.length) {
        const part = piece.subarray(skip, skip + target.length - count)
        target.set(part, count)
        count += part.length
      }
      skip = Math.max(0, skip - piece.length)
    }
    return count
  }

  add(part: Uint8Array): void {
    this.byteLength += part.length
    if (part.length >= SMALL_BYTES || this.list.length < FREE_PIECES) {
      this.list.push(part)
      this.#gathering = null
      return
    }
    let used = this.#gathering ? this.list.pop()!.length : 0
    if (!this.#gathering || used + part.length > GATHER_BYTES) {
      if (this.#gathering) this.list.push(this.#gathering.subarray(0, used))
      this.#gathering = new Uint8Array(GATHER_BYTES)
      used = 0
    }
    this.#gathering.set(part, used)
    this.list.push(this.#gathering.subarray(0, used + part.length))
  }

  /** Drops so many bytes from the front, no more than the first piece has. */
  dropFront(count: number): void {
    const first = this.list[0]!
    this.byteLength -= count
    if (count < first.length) this.list[0] = first.subarray(count)
    else this.list.shift()
    // The piece that is gathered into may be the one that was cut.
    if (this.list.length <= 1) this.#gathering = null
  }
}
