import { type AudioDecoder, audioDecoder, stripChipHeader } from '@fleetglass/media'

const SAMPLE_RATE = 8000
/** The last seconds that were received. */
const BUFFERED_SAMPLES = 2 * SAMPLE_RATE

/** The loudspeaker of a device: what a platform said to it. */
export class Speaker {
  /** Packets since the start. */
  packets = 0
  #codec = -1
  #decoder: AudioDecoder | null = null
  #samples = new Int16Array(0)

  /** Plays a body; answers its samples. */
  play(payloadType: number, body: Uint8Array): Int16Array {
    this.packets += 1
    if (payloadType !== this.#codec) {
      this.#codec = payloadType
      this.#decoder = audioDecoder(payloadType)
    }
    const decoded = this.#decoder?.(stripChipHeader(body))
    const samples = decoded?.ok ? decoded.value : new Int16Array(0)
    const all = new Int16Array(this.#samples.length + samples.length)
    all.set(this.#samples)
    all.set(samples, this.#samples.length)
    this.#samples = all.slice(-BUFFERED_SAMPLES)
    return samples
  }

  /** Payload type of the latest packet; -1 before the first. */
  get codec(): number {
    return this.#codec
  }

  /** Root mean square of the sound received in the last `ms`, 0 to 32767. */
  loudness(ms = 400): number {
    const samples = this.#samples.subarray(-ms * (SAMPLE_RATE / 1000))
    if (samples.length === 0) return 0
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  }

  /** Frequency of a tone received in the last `ms`; 0 for silence. */
  hertz(ms = 400): number {
    const samples = this.#samples.subarray(-ms * (SAMPLE_RATE / 1000))
    let crossings = 0
    for (let at = 1; at < samples.length; at++) if (samples[at]! < 0 !== samples[at - 1]! < 0) crossings += 1
    return samples.length === 0 ? 0 : (crossings / 2 / samples.length) * SAMPLE_RATE
  }
}
