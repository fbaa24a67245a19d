// ITU-T G.726 (12/1990) with linear samples: 16, 24, 32 and 40 kbit/s are 2, 3, 4 and 5 bits a sample at 8 kHz. Numbers in
// this file are those of the recommendation: scale factors and logarithms with their binary points, 14-bit samples.

/** Bits of a code: 2 is 16 kbit/s, 3 is 24, 4 is 32, 5 is 40. */
export type G726Bits = 2 | 3 | 4 | 5

/**
 * Which end of a byte the first code lies at: `little` as RFC 3551 and HiSilicon chips pack, `big` as AAL2 (I.366.2) does.
 * The wire does not say.
 */
export type G726Packing = 'little' | 'big'

interface Table {
  /** Decision levels of the quantiser, log2 with 7 bits behind the point (tables 1 to 4). */
  readonly levels: readonly number[]
  /** What a code stands for, by its magnitude. */
  readonly outputs: readonly number[]
  /** How the scale factor moves: W(I) × 32. */
  readonly scale: readonly number[]
  /** How fast it may: F(I) × 512. */
  readonly speed: readonly number[]
}

function table(
  levels: readonly number[],
  outputs: readonly number[],
  w: readonly number[],
  f: readonly number[],
): Table {
  return { levels, outputs, scale: w.map((each) => each * 32), speed: f.map((each) => each * 512) }
}

const TABLES: Readonly<Record<G726Bits, Table>> = {
  2: table([261], [116, 365], [-22, 439], [0, 7]),
  3: table([8, 218, 331], [-2048, 135, 273, 373], [-4, 30, 137, 582], [0, 1, 2, 7]),
  4: table(
    [-124, 80, 178, 246, 300, 349, 400],
    [-2048, 4, 135, 213, 273, 323, 373, 425],
    [-12, 18, 41, 64, 112, 198, 355, 1122],
    [0, 0, 0, 1, 1, 1, 3, 7],
  ),
  5: table(
    [-122, -16, 68, 139, 198, 250, 298, 339, 378, 413, 445, 475, 502, 528, 553],
    [-2048, -66, 28, 104, 169, 224, 274, 318, 358, 395, 429, 459, 488, 514, 539, 566],
    [14, 14, 24, 39, 40, 41, 58, 100, 141, 179, 219, 280, 358, 440, 529, 696],
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6],
  ),
}

/** What the predictor expects next: of the zeros alone, and of zeros and poles. */
interface Estimate {
  readonly ofZeros: number
  readonly whole: number
}

/** The part that encoder and decoder have in common: predictor and adaptive scale. */
class Predictor {
  readonly #leak: number
  /** Scale factor: locked (with 6 more bits) and unlocked. */
  #locked = 34_816
  #unlocked = 544
  /** Short and long averages of F(I), and the speed control made of them. */
  #shortAverage = 0
  #longAverage = 0
  #speed = 0
  readonly #poles = new Int32Array(2)
  readonly #zeros = new Int32Array(6)
  /** Signs of the last two partial signals. */
  readonly #signs = new Int32Array(2)
  /** Last differences and reconstructed samples, as 4 bits of exponent and 6 of mantissa, negative less 0x400. */
  readonly #differences = new Int32Array(6).fill(0x20)
  readonly #samples = new Int32Array(2).fill(0x20)
  #isTone = false

  constructor(bits: G726Bits) {
    this.#leak = bits === 5 ? 9 : 8
  }

  /** The scale factor between its fast and its slow value (4.2.6, MIX). */
  scale(): number {
    if (this.#speed >= 256) return this.#unlocked
    const slow = this.#locked >> 6
    const difference = this.#unlocked - slow
    const share = this.#speed >> 2
    return slow + ((difference * share + (difference < 0 ? 0x3f : 0)) >> 6)
  }

  estimate(): Estimate {
    let zeros = 0
    for (let at = 0; at < 6; at++) zeros += multiply(this.#zeros[at]! >> 2, this.#differences[at]!)
    const poles = multiply(this.#poles[1]! >> 2, this.#samples[1]!) + multiply(this.#poles[0]! >> 2, this.#samples[0]!)
    return { ofZeros: zeros >> 1, whole: (zeros + poles) >> 1 }
  }

  /** Takes in the code of a sample and returns the sample, 14 bits. */
  update(codeSign: boolean, magnitude: number, scale: number, estimate: Estimate, from: Table): number {
    const difference = reconstruct(from.outputs[magnitude]!, scale)
    const sample = codeSign ? estimate.whole - difference : estimate.whole + difference
    const partial = sample - estimate.whole + estimate.ofZeros
    const isTransition = this.#isTone && difference > this.#transitionLevel()

    this.#adaptScale(scale, from.scale[magnitude]!)
    const secondPole = isTransition ? this.#reset() : this.#adaptPredictor(partial, difference, codeSign)
    this.#remember(difference, codeSign, sample, partial)
    this.#isTone = !isTransition && secondPole < -11_776
    this.#adaptSpeed(scale, from.speed[magnitude]!, isTransition)
    return sample
  }

  /** A difference this large during a tone means that it changed (TRANS). */
  #transitionLevel(): number {
    const whole = this.#locked >> 15
    const level = whole > 9 ? 31 << 10 : (32 + ((this.#locked >> 10) & 0x1f)) << whole
    return (level + (level >> 1)) >> 1
  }

  #adaptScale(scale: number, w: number): void {
    this.#unlocked = clamp(scale + ((w - scale) >> 5), 544, 5120)
    this.#locked += this.#unlocked + (-this.#locked >> 6)
  }

  #reset(): number {
    this.#poles.fill(0)
    this.#zeros.fill(0)
    return 0
  }

  #adaptPredictor(partial: number, difference: number, isNegative: boolean): number {
    const poles = this.#poles
    const sign = partial < 0 ? 1 : 0
    const changed = (sign ^ this.#signs[0]!) === 1
    const first = poles[0]!
    let second = poles[1]! - (poles[1]! >> 7)
    let nextFirst = first - (first >> 8)
    if (partial !== 0) {
      const signed = changed ? first : -first
      second += signed < -8191 ? -0x100 : signed > 8191 ? 0xff : signed >> 5
      second += sign ^ this.#signs[1]! ? -0x80 : 0x80
      nextFirst += changed ? -192 : 192
    }
    second = clamp(second, -12_288, 12_288)
    const most = 15_360 - second
    poles[1] = second
    poles[0] = clamp(nextFirst, -most, most)
    this.#adaptZeros(difference, isNegative)
    return second
  }

  #adaptZeros(difference: number, isNegative: boolean): void {
    for (let at = 0; at < 6; at++) {
      let zero = this.#zeros[at]! - (this.#zeros[at]! >> this.#leak)
      if (difference !== 0) zero += isNegative === this.#differences[at]! < 0 ? 128 : -128
      this.#zeros[at] = zero
    }
  }

  #remember(difference: number, isNegative: boolean, sample: number, partial: number): void {
    this.#differences.copyWithin(1, 0, 5)
    this.#differences[0] = toFloat(difference, isNegative)
    this.#samples[1] = this.#samples[0]!
    this.#samples[0] = toFloat(Math.min(Math.abs(sample), 0x7fff), sample < 0)
    this.#signs[1] = this.#signs[0]!
    this.#signs[0] = partial < 0 ? 1 : 0
  }

  #adaptSpeed(scale: number, f: number, isTransition: boolean): void {
    this.#shortAverage += (f - this.#shortAverage) >> 5
    this.#longAverage += ((f << 2) - this.#longAverage) >> 7
    const isUnsteady = Math.abs((this.#shortAverage << 2) - this.#longAverage) >= this.#longAverage >> 3
    if (isTransition) this.#speed = 256
    else if (scale < 1536 || this.#isTone || isUnsteady) this.#speed += (0x200 - this.#speed) >> 4
    else this.#speed += -this.#speed >> 4
  }
}

/** Magnitude of a difference from its logarithm (ADDA, ANTILOG). */
function reconstruct(output: number, scale: number): number {
  const log = output + (scale >> 2)
  return log < 0 ? 0 : ((128 + (log & 127)) << 7) >> (14 - ((log >> 7) & 15))
}

function toFloat(magnitude: number, isNegative: boolean): number {
  const exponent = 32 - Math.clz32(magnitude)
  const float = magnitude === 0 ? 0x20 : (exponent << 6) + ((magnitude << 6) >> exponent)
  return isNegative ? float - 0x400 : float
}

/** Coefficient times float (FMULT). */
function multiply(coefficient: number, float: number): number {
  const magnitude = coefficient > 0 ? coefficient : -coefficient & 0x1fff
  const exponent = 26 - Math.clz32(magnitude)
  const mantissa = magnitude === 0 ? 32 : exponent >= 0 ? magnitude >> exponent : magnitude << -exponent
  const shift = exponent + ((float >> 6) & 15) - 13
  const product = (mantissa * (float & 0x3f) + 0x30) >> 4
  const value = shift >= 0 ? (product << shift) & 0x7fff : product >> -shift
  return (coefficient ^ float) < 0 ? -value : value
}

function clamp(value: number, least: number, most: number): number {
  return value < least ? least : value > most ? most : value
}

/** Decodes one stream: what came before shapes what comes next, so make one for each stream and keep it. */
export class G726Decoder {
  readonly #bits: G726Bits
  readonly #packing: G726Packing
  readonly #predictor: Predictor

  constructor(bits: G726Bits = 4, packing: G726Packing = 'little') {
    this.#bits = bits
    this.#packing = packing
    this.#predictor = new Predictor(bits)
  }

  /** A body without the chip's header as 16-bit samples at 8 kHz. Bits that make no whole code are left out. */
  decode(body: Uint8Array): Int16Array {
    const bits = this.#bits
    const from = TABLES[bits]
    const signBit = 1 << (bits - 1)
    const samples = new Int16Array(Math.floor((body.length * 8) / bits))
    for (let at = 0; at < samples.length; at++) {
      const code = this.#packing === 'little' ? codeLittle(body, at * bits, bits) : codeBig(body, at * bits, bits)
      const isNegative = (code & signBit) !== 0
      const magnitude = (isNegative ? ~code : code) & (signBit - 1)
      const scale = this.#predictor.scale()
      const sample = this.#predictor.update(isNegative, magnitude, scale, this.#predictor.estimate(), from)
      samples[at] = clamp(sample << 2, -32_768, 32_767)
    }
    return samples
  }
}

/** Encodes one stream. */
export class G726Encoder {
  readonly #bits: G726Bits
  readonly #packing: G726Packing
  readonly #predictor: Predictor

  constructor(bits: G726Bits = 4, packing: G726Packing = 'little') {
    this.#bits = bits
    this.#packing = packing
    this.#predictor = new Predictor(bits)
  }

  /** 16-bit samples at 8 kHz as a body; their number must fill whole bytes (a multiple of 8 always does). */
  encode(samples: Int16Array): Uint8Array {
    const bits = this.#bits
    if ((samples.length * bits) % 8 !== 0) throw new RangeError(`${samples.length} codes do not fill whole bytes`)
    const body = new Uint8Array((samples.length * bits) / 8)
    for (let at = 0; at < samples.length; at++) {
      const code = this.#code(samples[at]! >> 2)
      for (let bit = 0; bit < bits; bit++) {
        const isSet = (this.#packing === 'little' ? code >> bit : code >> (bits - 1 - bit)) & 1
        const place = at * bits + bit
        if (isSet) body[place >> 3]! |= this.#packing === 'little' ? 1 << (place & 7) : 0x80 >> (place & 7)
      }
    }
    return body
  }

  #code(sample: number): number {
    const from = TABLES[this.#bits]
    const most = (1 << this.#bits) - 1
    const scale = this.#predictor.scale()
    const estimate = this.#predictor.estimate()
    const difference = sample - estimate.whole
    const magnitude = quantise(Math.abs(difference), scale, from.levels)
    const isNegative = difference < 0
    // A run of zero bits must not come of silence: the smallest positive step is sent as the smallest negative one.
    const isZero = !isNegative && magnitude === 0 && this.#bits !== 2
    this.#predictor.update(isNegative || isZero, magnitude, scale, estimate, from)
    return isNegative || isZero ? most - magnitude : magnitude
  }
}

/** How many decision levels lie at or below a difference, both as logarithms (LOG, SUBTB, QUAN). */
function quantise(difference: number, scale: number, levels: readonly number[]): number {
  const exponent = 32 - Math.clz32(difference >> 1)
  const log = (exponent << 7) + (((difference << 7) >> exponent) & 0x7f) - (scale >> 2)
  let magnitude = 0
  while (magnitude < levels.length && log >= levels[magnitude]!) magnitude++
  return magnitude
}

function codeLittle(body: Uint8Array, bit: number, bits: number): number {
  const at = bit >> 3
  return ((body[at]! | ((body[at + 1] ?? 0) << 8)) >> (bit & 7)) & ((1 << bits) - 1)
}

function codeBig(body: Uint8Array, bit: number, bits: number): number {
  const at = bit >> 3
  return (((body[at]! << 8) | (body[at + 1] ?? 0)) >> (16 - (bit & 7) - bits)) & ((1 << bits) - 1)
}

/** Bits of a code from the size of the bodies (without chip header) and the ms between them: the nearest of the four. */
export function g726BitsOf(bodyBytes: number, intervalMs: number): G726Bits {
  const bits = Math.round(bodyBytes / Math.max(1, intervalMs))
  return bits <= 2 ? 2 : bits === 3 ? 3 : bits === 4 ? 4 : 5
}
