import { adtsFrames, audioSpecificConfig, isAdts } from '../adts.ts'
import { type AudioDecoder, audioDecoder } from '../audio.ts'
import { encodeMuLaw } from '../g711.ts'
import { G726Rate } from '../g726-rate.ts'
import type { Mp4Audio } from './mp4-types.ts'

const G711A = 6
const G711U = 7
const G726 = 8
const AAC = 19

/** What devices send unless they say otherwise. */
const SAMPLE_RATE = 8000

/** A device's audio frame, without chip header. */
export interface DeviceAudio {
  /** JT/T 1078 payload type. */
  readonly codec: number
  readonly timestampMs: number
  /** First frame after a start, a gap, or a step of the device's clock. */
  readonly discontinuity: boolean
  readonly payload: Uint8Array
}

/** What a file keeps of a frame. */
export interface PackedAudio {
  readonly track: Mp4Audio
  readonly payload: Uint8Array
}

const aLaw: Mp4Audio = { codec: 'alaw', sampleRate: SAMPLE_RATE, channels: 1 }
const muLaw: Mp4Audio = { codec: 'ulaw', sampleRate: SAMPLE_RATE, channels: 1 }

/**
 * Device audio as MP4 can carry it: G.711 and AAC as they came, G.726 and IMA ADPCM decoded to µ-law, whose error is below
 * theirs. One packer for each channel: decoders remember.
 */
export class AudioPacker {
  #aac: Mp4Audio | null = null
  #g726Rate = new G726Rate()
  #decoder: { readonly codec: number; readonly decode: AudioDecoder } | null = null

  /** `null` for what cannot be kept: an unknown codec, AAC whose format nothing gives, the first moment of G.726. */
  pack(frame: DeviceAudio): PackedAudio | null {
    const { codec, payload } = frame
    switch (codec) {
      case G711A:
        return { track: aLaw, payload }
      case G711U:
        return { track: muLaw, payload }
      case AAC:
        return this.#packAac(payload)
      default:
        return this.#decode(frame)
    }
  }

  #packAac(payload: Uint8Array): PackedAudio | null {
    if (isAdts(payload)) {
      const frames = adtsFrames(payload)
      const first = frames.ok ? frames.value[0] : undefined
      if (first === undefined) return null
      const { sampleRate, channels } = first
      if (this.#aac?.sampleRate !== sampleRate || this.#aac.channels !== channels) {
        this.#aac = { codec: 'aac', sampleRate, channels, config: audioSpecificConfig(first) }
      }
    }
    return this.#aac && { track: this.#aac, payload }
  }

  #decode({ codec, payload, timestampMs, discontinuity }: DeviceAudio): PackedAudio | null {
    if (this.#decoder?.codec !== codec || discontinuity) {
      this.#decoder = null
      if (discontinuity) this.#g726Rate = new G726Rate()
      const decode = codec === G726 ? this.#g726Decoder(payload, timestampMs) : audioDecoder(codec)
      if (decode === null) return null
      this.#decoder = { codec, decode }
    }
    const samples = this.#decoder.decode(payload)
    return samples.ok ? { track: muLaw, payload: encodeMuLaw(samples.value) } : null
  }

  #g726Decoder(payload: Uint8Array, timestampMs: number): AudioDecoder | null {
    const bits = this.#g726Rate.bitsWith(payload, timestampMs)
    return bits && audioDecoder(G726, { bits, packing: 'little' })
  }
}
