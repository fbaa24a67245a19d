import { type AdtsFrame, adtsFrames, audioSpecificConfig } from '@fleetglass/media'

/** Frames on their way through the browser's decoder before new ones are left out. */
const mostWaiting = 16

/** Takes decoded samples of one channel, −1 to 1. */
export type TakeSamples = (samples: Float32Array<ArrayBuffer>, sampleRate: number) => void

/** AAC by the browser's own decoder; samples come some milliseconds after their frame. */
export class AacDecoder {
  readonly #take: TakeSamples
  #decoder: AudioDecoder | null = null
  #format = ''

  constructor(take: TakeSamples) {
    this.#take = take
  }

  /** Browsers have it on pages from https or this machine only. */
  static exists(): boolean {
    return typeof AudioDecoder !== 'undefined'
  }

  /** An audio body of ADTS frames. What cannot be read is silence. */
  push(body: Uint8Array, timestampMs: number): void {
    const frames = adtsFrames(body)
    if (!frames.ok) return
    for (const frame of frames.value) this.#decode(frame, timestampMs)
  }

  close(): void {
    if (this.#decoder?.state === 'configured') this.#decoder.close()
    this.#decoder = null
    this.#format = ''
  }

  #decode(frame: AdtsFrame, timestampMs: number): void {
    const format = [frame.objectType, frame.sampleRate, frame.channels].join()
    if (format !== this.#format) this.#configure(frame, format)
    if (this.#decoder?.state !== 'configured' || this.#decoder.decodeQueueSize > mostWaiting) return
    this.#decoder.decode(
      new EncodedAudioChunk({ type: 'key', timestamp: Math.round(timestampMs * 1000), data: frame.payload.slice() }),
    )
  }

  #configure(frame: AdtsFrame, format: string): void {
    this.close()
    this.#format = format
    this.#decoder = new AudioDecoder({
      output: (data) => this.#output(data),
      // The browser has closed the decoder: this format stays silent, another one begins anew.
      error: () => {
        this.#decoder = null
      },
    })
    this.#decoder.configure({
      codec: `mp4a.40.${frame.objectType}`,
      sampleRate: frame.sampleRate,
      numberOfChannels: frame.channels,
      description: audioSpecificConfig(frame).slice(),
    })
  }

  #output(data: AudioData): void {
    const samples = new Float32Array(data.numberOfFrames)
    data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
    this.#take(samples, data.sampleRate)
    data.close()
  }
}
