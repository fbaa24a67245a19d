/** Half the bandwidth that is left: telephone speech, below half of 8 kHz by as much as the filter needs. */
const PASS_HZ = 3500
/** Zero crossings of the filter on each side. */
const LOBES = 8
/** Places between two samples that the filter is made for. */
const PHASES = 64

/** Converts a stream of samples from one rate to a lower one: block by block, without a seam. */
export class Resampler {
  readonly #step: number
  readonly #half: number
  readonly #taps: Float32Array
  /** Samples that later outputs still need. */
  #rest: Float32Array
  /** Where the next output lies, in samples of `#rest`. */
  #at: number

  constructor(fromHz: number, toHz: number) {
    if (!(fromHz >= toHz)) throw new RangeError(`${fromHz} Hz cannot be brought to ${toHz} Hz here`)
    this.#step = fromHz / toHz
    this.#half = Math.ceil((LOBES * fromHz) / (2 * PASS_HZ))
    this.#taps = filterTaps(PASS_HZ / fromHz, this.#half)
    this.#rest = new Float32Array(this.#half)
    this.#at = this.#half
  }

  push(block: Float32Array): Float32Array {
    const samples = new Float32Array(this.#rest.length + block.length)
    samples.set(this.#rest)
    samples.set(block, this.#rest.length)
    const outputs: number[] = []
    let at = this.#at
    for (; at + this.#half + 1 < samples.length; at += this.#step) outputs.push(this.#filter(samples, at))
    const from = Math.max(0, Math.floor(at) - this.#half)
    this.#rest = samples.slice(from)
    this.#at = at - from
    return Float32Array.from(outputs)
  }

  #filter(samples: Float32Array, at: number): number {
    const whole = Math.floor(at)
    const width = 2 * this.#half
    const phase = Math.round((at - whole) * PHASES) * width
    let sum = 0
    for (let tap = 0; tap < width; tap++) sum += samples[whole - this.#half + 1 + tap]! * this.#taps[phase + tap]!
    return sum
  }
}

/** A windowed sinc for each phase; `cutoff` in parts of the sample rate. */
function filterTaps(cutoff: number, half: number): Float32Array {
  const width = 2 * half
  const taps = new Float32Array((PHASES + 1) * width)
  for (let phase = 0; phase <= PHASES; phase++) {
    for (let tap = 0; tap < width; tap++) {
      const distance = tap + 1 - half - phase / PHASES
      const window = 0.5 + 0.5 * Math.cos((Math.PI * Math.min(half, Math.abs(distance))) / half)
      taps[phase * width + tap] = 2 * cutoff * sinc(2 * cutoff * distance) * window
    }
  }
  return taps
}

function sinc(value: number): number {
  return value === 0 ? 1 : Math.sin(Math.PI * value) / (Math.PI * value)
}
