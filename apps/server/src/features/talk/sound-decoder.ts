import { type AudioDecoder, audioDecoder, type G726Bits } from '@fleetglass/media'
import type { DeviceSound } from '../../ports/talk/index.ts'

const silence = new Int16Array(0)

/** What a device says as samples at 8 kHz: for the recording. AAC cannot be decoded here: no samples. */
export class SoundDecoder {
  #codec = -1
  #bits: G726Bits = 4
  #decoder: AudioDecoder | null = null

  of({ codec, payload, g726Bits }: DeviceSound): Int16Array {
    if (codec !== this.#codec || g726Bits !== this.#bits) {
      this.#codec = codec
      this.#bits = g726Bits
      this.#decoder = audioDecoder(codec, { bits: g726Bits, packing: 'little' })
    }
    const decoded = this.#decoder?.(payload)
    return decoded?.ok ? decoded.value : silence
  }
}
