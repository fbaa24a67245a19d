import { MediaCodec, type MediaMessage } from '@fleetglass/contract/streams'
import { createAudioDecoder, type FrameDecoder } from './audio-decoders.ts'
import { SoundOutput } from './sound-output.ts'

/** CONST1-08: the devices' sound. */
const sampleRate = 8_000
/** CONST1-25: the slider's place that leaves the level as it is. */
const neutralLevel = 5

/** The sound of one stream: silent, and not even decoded, until it is switched on. */
export class Sound {
  readonly #output: Pick<SoundOutput, 'start' | 'play' | 'stop'>
  #on = false
  #allowed = true
  #codec = -1
  #decoder: FrameDecoder | null = null

  constructor(output: Pick<SoundOutput, 'start' | 'play' | 'stop'> = new SoundOutput()) {
    this.#output = output
  }

  set(sound: { readonly on: boolean; readonly level: number }): void {
    this.#on = sound.on
    if (sound.on) this.#output.start(Math.min(10, Math.max(0, sound.level)) / neutralLevel)
    else this.#output.stop()
  }

  /** LOPB-45: sound belongs to speed 1 alone. */
  allow(allowed: boolean): void {
    this.#allowed = allowed
  }

  /** Takes a device audio frame; answers the name of its coding. */
  push(message: MediaMessage): string {
    if (message.codec !== this.#codec) {
      this.#codec = message.codec
      this.#decoder = createAudioDecoder(message.codec)
    }
    if (this.#decoder === null) return message.codec === MediaCodec.aac ? 'AAC' : String(message.codec)
    if (this.#on && this.#allowed)
      this.#output.play(floats(this.#decoder.decode(message.payload, message.timestampMs)), sampleRate)
    return this.#decoder.name
  }

  /** The next frame is no successor of the last: decoders with a memory begin anew. */
  interrupted(): void {
    this.#codec = -1
    this.#decoder = null
  }

  close(): void {
    this.#on = false
    this.#output.stop()
  }
}

function floats(samples: Int16Array): Float32Array<ArrayBuffer> {
  const result = new Float32Array(samples.length)
  for (let index = 0; index < samples.length; index += 1) result[index] = samples[index]! / 32_768
  return result
}
