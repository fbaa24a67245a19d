import { MediaCodec, type MediaMessage } from '@fleetglass/contract/streams'
import { AacDecoder } from './aac-decoder.ts'
import { createAudioDecoder, type FrameDecoder } from './audio-decoders.ts'
import { SoundOutput } from './sound-output.ts'

/** CONST1-08: the devices' sound. */
const sampleRate = 8_000
/** CONST1-25: the slider's place that leaves the level as it is. */
const neutralLevel = 5

/** What a stream's sound is, for people, and whether this browser can play it. */
export interface SoundCoding {
  readonly name: string
  readonly playable: boolean
}

/** The sound of one stream: silent, and not even decoded, until it is switched on. */
export class Sound {
  readonly #output: Pick<SoundOutput, 'start' | 'play' | 'stop'>
  #on = false
  #allowed = true
  #codec = -1
  #decoder: FrameDecoder | null = null
  #aac: AacDecoder | null = null

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

  /** Takes a device audio frame; returns its coding and whether it can be played here. */
  push(message: MediaMessage): SoundCoding {
    if (message.codec !== this.#codec) {
      this.interrupted()
      this.#codec = message.codec
      this.#decoder = createAudioDecoder(message.codec)
    }
    if (message.codec === MediaCodec.aac) return this.#pushAac(message)
    if (this.#decoder === null) return { name: String(message.codec), playable: false }
    if (this.#on && this.#allowed)
      this.#output.play(floats(this.#decoder.decode(message.payload, message.timestampMs)), sampleRate)
    return { name: this.#decoder.name, playable: true }
  }

  /** The next frame is no successor of the last: decoders with a memory begin anew. */
  interrupted(): void {
    this.#codec = -1
    this.#decoder = null
    this.#aac?.close()
    this.#aac = null
  }

  #pushAac(message: MediaMessage): SoundCoding {
    const playable = AacDecoder.exists()
    if (playable && this.#on && this.#allowed) {
      this.#aac ??= new AacDecoder((samples, rate) => {
        if (this.#on && this.#allowed) this.#output.play(samples, rate)
      })
      this.#aac.push(message.payload, message.timestampMs)
    }
    return { name: 'AAC', playable }
  }

  close(): void {
    this.#on = false
    this.interrupted()
    this.#output.stop()
  }
}

function floats(samples: Int16Array): Float32Array<ArrayBuffer> {
  const result = new Float32Array(samples.length)
  for (let index = 0; index < samples.length; index += 1) result[index] = samples[index]! / 32_768
  return result
}
