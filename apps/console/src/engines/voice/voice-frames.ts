import { encodeMediaHeader, MEDIA_HEADER_BYTES, MediaCodec } from '@fleetglass/contract/streams'
import { TALK_FRAME_SAMPLES, TALK_SAMPLE_RATE } from '@fleetglass/contract/talk'
import { G726Encoder } from '@fleetglass/media'
import { Resampler } from './resampler.ts'

export interface VoiceFrame {
  /** The audio message, as it is sent (TALK-12). */
  readonly message: Uint8Array<ArrayBuffer>
  /** Root mean square of its samples, 0 to 1. */
  readonly level: number
}

/** Turns the samples of a microphone into audio messages of 40 ms: 8 kHz, G.726 at 32 kbit/s, low half first. */
export class VoiceFrames {
  readonly #resampler: Resampler
  readonly #encoder = new G726Encoder(4, 'little')
  #waiting = new Float32Array(0)
  #sequence = 0

  constructor(sampleRate: number) {
    this.#resampler = new Resampler(sampleRate, TALK_SAMPLE_RATE)
  }

  /** `nowMs`: unix ms. */
  push(block: Float32Array, nowMs: number): readonly VoiceFrame[] {
    const fresh = this.#resampler.push(block)
    const samples = new Float32Array(this.#waiting.length + fresh.length)
    samples.set(this.#waiting)
    samples.set(fresh, this.#waiting.length)
    const frames: VoiceFrame[] = []
    let at = 0
    for (; at + TALK_FRAME_SAMPLES <= samples.length; at += TALK_FRAME_SAMPLES) {
      frames.push(this.#frame(samples.subarray(at, at + TALK_FRAME_SAMPLES), nowMs))
    }
    this.#waiting = samples.slice(at)
    return frames
  }

  #frame(samples: Float32Array, timestampMs: number): VoiceFrame {
    const payload = this.#encoder.encode(Int16Array.from(samples, toInt16))
    const sequence = this.#sequence
    this.#sequence += 1
    const flags = { keyFrame: true, discontinuity: sequence === 0, mainStream: false, channel: 1 }
    const header = { kind: 'audio', codec: MediaCodec.g726, ...flags, timestampMs, sequence } as const
    const message = new Uint8Array(MEDIA_HEADER_BYTES + payload.length)
    message.set(encodeMediaHeader(header, payload.length))
    message.set(payload, MEDIA_HEADER_BYTES)
    return { message, level: levelOf(samples) }
  }
}

/** Root mean square, 0 to 1. */
export function levelOf(samples: Float32Array): number {
  if (samples.length === 0) return 0
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.min(1, Math.sqrt(sum / samples.length))
}

function toInt16(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
}
