// Belongs here: an operator's audio in the form that one device takes. Does not: packets and lines (device-talk.ts).
import {
  type AudioEncoder,
  audioDecoder,
  audioDurationMs,
  audioEncoder,
  ENCODED_SAMPLES_STEP,
  type G726Bits,
} from '@fleetglass/media'

const G726 = 8
const SAMPLES_PER_MS = 8
/** What comes in, and what goes out as it is where nothing else is known. */
const USUAL_SAMPLES = 320
const FEWEST_SAMPLES = 80
const MOST_SAMPLES = 1600

/** How a device wants to be spoken to. */
export interface SpokenForm {
  /** JT/T 1078 payload type. */
  readonly codec: number
  /** Samples of a frame at 8 kHz. */
  readonly samples: number
  readonly g726Bits: G726Bits
  readonly chipHeader: boolean
}

/** Where nothing is known of the device. */
export const usualForm: SpokenForm = { codec: G726, samples: USUAL_SAMPLES, g726Bits: 4, chipHeader: false }

/** The length of a body in samples, brought to what can be made; `null` where its codec is not known. */
export function frameSamples(codec: number, body: Uint8Array, g726Bits: G726Bits): number | null {
  const samples = audioDurationMs(codec, body, { bits: g726Bits, packing: 'little' }) * SAMPLES_PER_MS
  if (samples <= 0) return null
  const whole = Math.floor(samples / ENCODED_SAMPLES_STEP) * ENCODED_SAMPLES_STEP
  return Math.min(MOST_SAMPLES, Math.max(FEWEST_SAMPLES, whole))
}

export function sameForm(one: SpokenForm, other: SpokenForm): boolean {
  return (
    one.codec === other.codec &&
    one.samples === other.samples &&
    one.g726Bits === other.g726Bits &&
    one.chipHeader === other.chipHeader
  )
}

/** A frame for the device. */
export interface SpokenFrame {
  readonly body: Uint8Array
  readonly durationMs: number
}

/** Turns an operator's G.726 bodies into frames of one form, in order. */
export class SpokenAudio {
  readonly form: SpokenForm
  readonly #encoder: AudioEncoder | null
  readonly #decoder = audioDecoder(G726)
  #waiting = new Int16Array(0)

  constructor(form: SpokenForm) {
    this.form = form
    this.#encoder = audioEncoder(form.codec, { bits: form.g726Bits, packing: 'little' }, form.chipHeader)
  }

  /** Whether this codec can be made here. */
  get isPossible(): boolean {
    return this.#encoder !== null
  }

  push(body: Uint8Array): readonly SpokenFrame[] {
    const { codec, g726Bits, chipHeader, samples } = this.form
    if (codec === G726 && g726Bits === 4 && !chipHeader && body.length * 2 === samples) {
      return [{ body, durationMs: samples / SAMPLES_PER_MS }]
    }
    const decoded = this.#decoder?.(body)
    return decoded?.ok ? this.#encode(decoded.value) : []
  }

  #encode(spoken: Int16Array): readonly SpokenFrame[] {
    const encoder = this.#encoder
    if (encoder === null) return []
    const { samples } = this.form
    const all = new Int16Array(this.#waiting.length + spoken.length)
    all.set(this.#waiting)
    all.set(spoken, this.#waiting.length)
    const frames: SpokenFrame[] = []
    let at = 0
    for (; at + samples <= all.length; at += samples) {
      frames.push({ body: encoder(all.subarray(at, at + samples)), durationMs: samples / SAMPLES_PER_MS })
    }
    this.#waiting = all.slice(at)
    return frames
  }
}
