import { type AudioDecoder, audioDecoder, type G726Bits, G726Rate } from '@fleetglass/media'
import type { HeardFrame } from '../../engines/voice/index.ts'

const G726 = 8
const silence = new Int16Array(0)

/** What a device says as samples at 8 kHz: for the recording. AAC cannot be decoded here: no samples. */
export class HeardSamples {
  #codec = -1
  #bits: G726Bits = 4
  #rate = new G726Rate()
  #decoder: AudioDecoder | null = null

  of({ codec, payload, timestampMs }: HeardFrame): Int16Array {
    const bits = codec === G726 ? (this.#rate.bitsWith(payload, timestampMs) ?? this.#bits) : this.#bits
    if (codec !== this.#codec || bits !== this.#bits) {
      this.#codec = codec
      this.#bits = bits
      this.#decoder = audioDecoder(codec, { bits, packing: 'little' })
    }
    const decoded = this.#decoder?.(payload)
    return decoded?.ok ? decoded.value : silence
  }
}
