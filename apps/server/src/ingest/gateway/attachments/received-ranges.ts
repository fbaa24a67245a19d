// Belongs here: which bytes of a file have come. Does not: the bytes.

/** Bytes `[start, end)`. */
interface Range {
  readonly start: number
  readonly end: number
}

/** A sender that leaves more holes begins again. */
const MOST_RANGES = 1_000

export class ReceivedRanges {
  /** In order, with bytes between each two. */
  #ranges: readonly Range[] = []

  /** `false`: there would be too many holes. */
  add(start: number, end: number): boolean {
    if (end <= start) return true
    const apart = this.#ranges.filter((range) => range.end < start || range.start > end)
    const joined = this.#ranges.filter((range) => range.end >= start && range.start <= end)
    if (apart.length >= MOST_RANGES) return false
    const whole = {
      start: Math.min(start, ...joined.map((range) => range.start)),
      end: Math.max(end, ...joined.map((range) => range.end)),
    }
    this.#ranges = [...apart, whole].sort((a, b) => a.start - b.start)
    return true
  }

  /** What is missing of so many bytes, at most `most` ranges. */
  missing(byteLength: number, most: number): readonly { readonly offset: number; readonly byteLength: number }[] {
    const found: { offset: number; byteLength: number }[] = []
    let at = 0
    for (const { start, end } of [...this.#ranges, { start: byteLength, end: byteLength }]) {
      const until = Math.min(start, byteLength)
      if (until > at) found.push({ offset: at, byteLength: until - at })
      at = Math.max(at, end)
    }
    return found.slice(0, most)
  }
}
