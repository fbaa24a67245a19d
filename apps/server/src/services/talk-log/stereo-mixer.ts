/** Samples of a millisecond. */
export const SAMPLES_PER_MS = 8
/** Frames that come so much too early or too late lie one behind the other; beyond, the side was silent, or hurries. */
const STEADY_SAMPLES = 200 * SAMPLES_PER_MS
/** A side that is so far ahead of the clock is cut: it sends faster than one can speak. */
const MOST_AHEAD_SAMPLES = 2000 * SAMPLES_PER_MS

/** Samples from this one on. */
export interface Piece {
  readonly at: number
  readonly samples: Int16Array
}

/**
 * Mixes both sides of a talk into stereo samples on one timeline: each frame stands where it arrived. `take` removes samples, and
 * later frames are never placed before them.
 */
export class StereoMixer {
  readonly #pieces: [Piece[], Piece[]] = [[], []]
  readonly #next: [number, number] = [0, 0]
  #taken = 0

  /** `nowSample`: where the clock is. */
  put(side: 0 | 1, samples: Int16Array, nowSample: number): void {
    const startsAt = Math.max(0, nowSample - samples.length)
    const next = this.#next[side]
    if (next - startsAt > MOST_AHEAD_SAMPLES) return
    const isSteady = next > 0 && Math.abs(startsAt - next) <= STEADY_SAMPLES
    const at = Math.max(this.#taken, isSteady || startsAt < next ? next : startsAt)
    this.#pieces[side].push({ at, samples })
    this.#next[side] = at + samples.length
  }

  /** Where the last frame ends. */
  get end(): number {
    return Math.max(this.#taken, ...this.#next)
  }

  /** The sound before `sample` that was not taken yet, from its first sample on: both sides of each sample in turn. */
  take(sample: number): Piece {
    const first = Math.min(...this.#pieces.flat().map(({ at }) => at), sample)
    const from = Math.max(this.#taken, first)
    const both = new Int16Array(Math.max(0, sample - from) * 2)
    for (const side of [0, 1] as const) {
      const pieces = this.#pieces[side]
      for (const { at, samples } of pieces) {
        const last = Math.min(samples.length, sample - at)
        for (let index = Math.max(0, from - at); index < last; index++)
          both[(at - from + index) * 2 + side] = samples[index] ?? 0
      }
      this.#pieces[side] = pieces.filter(({ at, samples }) => at + samples.length > sample)
    }
    this.#taken = Math.max(this.#taken, sample)
    return { at: from, samples: both }
  }
}
