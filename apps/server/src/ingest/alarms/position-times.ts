/** Positions at most this far apart belong to one time range. */
export const GAP_MS = 120_000
/** Cached time ranges: the oldest is dropped, and positions from before it are not compared. */
const STRETCHES = 64

/** The time ranges in which a device sent positions without a gap. */
export class PositionTimes {
  /** In order of time. */
  readonly #stretches: { fromMs: number; toMs: number }[] = []

  add(atMs: number): void {
    const last = this.#stretches.at(-1)
    if (last && atMs >= last.fromMs && atMs - last.toMs <= GAP_MS) last.toMs = Math.max(last.toMs, atMs)
    else this.#insert(atMs)
  }

  /** Whether a position is known from after one time and before another. */
  isAnyBetween(afterMs: number, beforeMs: number): boolean {
    return this.#stretches.some(({ fromMs, toMs }) => fromMs < beforeMs && toMs > afterMs)
  }

  /** About when the first position after a time was; `null` when none is known. */
  firstAfter(atMs: number): number | null {
    const stretch = this.#stretches.find(({ toMs }) => toMs > atMs)
    if (!stretch) return null
    return stretch.fromMs > atMs ? stretch.fromMs : Math.min(stretch.toMs, atMs + GAP_MS)
  }

  #insert(atMs: number): void {
    const stretches = this.#stretches
    const at = stretches.findIndex(({ toMs }) => toMs + GAP_MS >= atMs)
    const near = stretches[at]
    if (!near) stretches.push({ fromMs: atMs, toMs: atMs })
    else if (near.fromMs - GAP_MS > atMs) stretches.splice(at, 0, { fromMs: atMs, toMs: atMs })
    else {
      near.fromMs = Math.min(near.fromMs, atMs)
      near.toMs = Math.max(near.toMs, atMs)
      const next = stretches[at + 1]
      if (next && next.fromMs - near.toMs <= GAP_MS) {
        near.toMs = Math.max(near.toMs, next.toMs)
        stretches.splice(at + 1, 1)
      }
    }
    if (stretches.length > STRETCHES) stretches.shift()
  }
}
