import { MediaCodec } from '@fleetglass/contract/streams'
import { audioDecoder, g726BitsOf } from '@fleetglass/media'

/** Turns device audio frames into 16-bit samples of 8 kHz. May remember what it decoded before. */
export interface FrameDecoder {
  /** For people. */
  readonly name: string
  /** `timestampMs`: the frame's own. An unreadable frame is silence: no samples. */
  decode(frame: Uint8Array, timestampMs: number): Int16Array
}

const names: Readonly<Record<number, string>> = {
  [MediaCodec.g711a]: 'G.711A',
  [MediaCodec.g711u]: 'G.711µ',
  [MediaCodec.g726]: 'G.726',
  [MediaCodec.adpcm]: 'ADPCM',
}
const silence = new Int16Array(0)

/** A fresh decoder for a payload type of JT/T 1078; null for one we cannot play. */
export function createAudioDecoder(codec: number): FrameDecoder | null {
  const name = names[codec]
  if (name === undefined) return null
  if (codec === MediaCodec.g726) return new RateFindingG726(name)
  const decoder = audioDecoder(codec)
  return {
    name,
    decode(frame) {
      const samples = decoder?.(frame)
      return samples?.ok ? samples.value : silence
    },
  }
}

/** How long the stream is watched before its rate is known. */
const watchMs = 400

/** The wire does not contain the rate of G.726; it follows from bytes over time. Until they have, it is taken for 32 kbit/s. */
class RateFindingG726 implements FrameDecoder {
  readonly name: string
  #decoder = audioDecoder(MediaCodec.g726)
  #bytes = 0
  #sinceMs: number | null = null
  #known = false

  constructor(name: string) {
    this.name = name
  }

  decode(frame: Uint8Array, timestampMs: number): Int16Array {
    if (!this.#known) this.#watch(frame.length, timestampMs)
    const samples = this.#decoder?.(frame)
    return samples?.ok ? samples.value : silence
  }

  #watch(bytes: number, timestampMs: number): void {
    this.#sinceMs ??= timestampMs
    const elapsedMs = timestampMs - this.#sinceMs
    if (elapsedMs >= watchMs) {
      this.#known = true
      const bits = g726BitsOf(this.#bytes, elapsedMs)
      if (bits !== 4) this.#decoder = audioDecoder(MediaCodec.g726, { bits, packing: 'little' })
    }
    this.#bytes += bytes
  }
}
