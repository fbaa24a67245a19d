import { MediaCodec, type MediaMessage } from '@fleetglass/contract/streams'
import { afterEach, describe, expect, it } from 'vitest'
import { createAudioDecoder } from './audio-decoders.ts'
import { Sound } from './sound.ts'

const decoded = (codec: number, bytes: readonly number[]) => [
  ...(createAudioDecoder(codec)?.decode(Uint8Array.from(bytes), 0) ?? []),
]

describe('bytes of a device become samples', () => {
  it('G.711 A-law: the values of the recommendation', () => {
    expect(decoded(MediaCodec.g711a, [0xd5, 0x55, 0x2a, 0xaa])).toEqual([8, -8, -32_256, 32_256])
  })

  it('G.711 µ-law: the values of the recommendation', () => {
    expect(decoded(MediaCodec.g711u, [0xff, 0x7f, 0x00, 0x80])).toEqual([0, 0, -32_124, 32_124])
  })

  it('G.726 at 32 kbit/s: two samples a byte, and codes of steps upwards rise', () => {
    const silence = decoded(MediaCodec.g726, Array(80).fill(0xff))
    expect(silence).toHaveLength(160)
    expect(Math.max(...silence.map(Math.abs))).toBeLessThan(100)
    const louder = decoded(MediaCodec.g726, Array(80).fill(0x77))
    expect(Math.max(...louder)).toBeGreaterThan(1_000)
  })

  it('ADPCM: the state in front of a block is its beginning, each nibble one step', () => {
    // IMA: predictor 1000, step index 0; +1.875 steps of 7, then as far back with the grown step.
    const samples = decoded(MediaCodec.adpcm, [0xe8, 0x03, 0x00, 0x00, 0x7f])
    expect(samples).toHaveLength(2)
    expect(samples).toEqual([1011, 981])
  })

  it('an unreadable frame is silence, an unknown coding has no decoder', () => {
    expect(decoded(MediaCodec.adpcm, [1])).toEqual([])
    expect(createAudioDecoder(99)).toBeNull()
  })
})

class Loudspeaker {
  readonly played: { samples: number[]; sampleRate: number }[] = []
  readonly gains: number[] = []
  start(gain: number): void {
    this.gains.push(gain)
  }
  stop(): void {}
  play(samples: Float32Array, sampleRate: number): void {
    this.played.push({ samples: [...samples], sampleRate })
  }
}

const message = (codec: number, payload: Uint8Array): MediaMessage =>
  ({ kind: 'audio', codec, timestampMs: 40, payload }) as unknown as MediaMessage

/** An ADTS frame of AAC-LC, 16 kHz, one channel. */
const aacFrame = Uint8Array.of(0xff, 0xf1, 0x60, 0x40, 0x01, 0x7f, 0xfc, 1, 2, 3, 4)

describe('the sound of a stream', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'AudioDecoder')
  afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'AudioDecoder', before)
    else Reflect.deleteProperty(globalThis, 'AudioDecoder')
    Reflect.deleteProperty(globalThis, 'EncodedAudioChunk')
  })

  it('is silent until it is switched on', () => {
    const loudspeaker = new Loudspeaker()
    const sound = new Sound(loudspeaker)
    expect(sound.push(message(MediaCodec.g711u, Uint8Array.of(0x80)))).toEqual({ name: 'G.711µ', playable: true })
    expect(loudspeaker.played).toEqual([])
    sound.set({ on: true, level: 5 })
    sound.push(message(MediaCodec.g711u, Uint8Array.of(0x80)))
    expect(loudspeaker.played[0]?.sampleRate).toBe(8_000)
    expect(loudspeaker.played[0]?.samples[0]).toBeCloseTo(32_124 / 32_768)
  })

  it('[CONST1-08] [CONST1-25] plays 8000 samples a second; a level of 0 to 10, where 5 leaves it as it is', () => {
    const loudspeaker = new Loudspeaker()
    const sound = new Sound(loudspeaker)
    for (const level of [0, 5, 10, -3, 40]) sound.set({ on: true, level })
    expect(loudspeaker.gains).toEqual([0, 1, 2, 0, 2])
    sound.push(message(MediaCodec.g711a, Uint8Array.of(0xd5)))
    expect(loudspeaker.played[0]?.sampleRate).toBe(8000)
  })

  it('a frame that cannot be read is left out, and the next one plays', () => {
    const heard = [
      [MediaCodec.adpcm, [1], [0xe8, 0x03, 0x00, 0x00, 0x7f]],
      [MediaCodec.g726, [], Array(80).fill(0x77)],
      [MediaCodec.g711a, [], [0xd5]],
      [MediaCodec.g711u, [], [0x80]],
    ] as const
    for (const [codec, bad, good] of heard) {
      const loudspeaker = new Loudspeaker()
      const sound = new Sound(loudspeaker)
      sound.set({ on: true, level: 5 })
      sound.push(message(codec, Uint8Array.from(bad)))
      expect(loudspeaker.played.flatMap(({ samples }) => samples)).toEqual([])
      sound.push(message(codec, Uint8Array.from(good)))
      expect(loudspeaker.played.at(-1)?.samples.length).toBeGreaterThan(0)
    }
  })

  it('[LOPB-45] belongs to speed 1 alone', () => {
    const loudspeaker = new Loudspeaker()
    const sound = new Sound(loudspeaker)
    sound.set({ on: true, level: 5 })
    sound.allow(false)
    sound.push(message(MediaCodec.g711u, Uint8Array.of(0x80)))
    expect(loudspeaker.played).toEqual([])
  })

  it('reports that AAC cannot be played where the browser has no decoder', () => {
    Reflect.deleteProperty(globalThis, 'AudioDecoder')
    const loudspeaker = new Loudspeaker()
    const sound = new Sound(loudspeaker)
    sound.set({ on: true, level: 5 })
    expect(sound.push(message(MediaCodec.aac, aacFrame))).toEqual({ name: 'AAC', playable: false })
    expect(loudspeaker.played).toEqual([])
  })

  it('gives AAC to the decoder of the browser without its header, with the values of the header', () => {
    const asked: unknown[] = []
    class Decoder {
      state = 'unconfigured'
      decodeQueueSize = 0
      readonly #output: (data: unknown) => void
      constructor(init: { output: (data: unknown) => void }) {
        this.#output = init.output
      }
      configure(config: unknown): void {
        this.state = 'configured'
        asked.push(config)
      }
      decode(chunk: { data: Uint8Array }): void {
        asked.push([...chunk.data])
        const copyTo = (samples: Float32Array) => samples.fill(0.5)
        this.#output({ numberOfFrames: 2, sampleRate: 16_000, copyTo, close: () => {} })
      }
      close(): void {
        this.state = 'closed'
      }
    }
    class Chunk {
      readonly data: Uint8Array
      constructor(init: { data: Uint8Array }) {
        this.data = init.data
      }
    }
    Object.assign(globalThis, { EncodedAudioChunk: Chunk })
    Object.defineProperty(globalThis, 'AudioDecoder', { value: Decoder, configurable: true, writable: true })
    const loudspeaker = new Loudspeaker()
    const sound = new Sound(loudspeaker)
    sound.set({ on: true, level: 5 })
    expect(sound.push(message(MediaCodec.aac, aacFrame))).toEqual({ name: 'AAC', playable: true })
    expect(asked).toEqual([
      { codec: 'mp4a.40.2', sampleRate: 16_000, numberOfChannels: 1, description: Uint8Array.of(0x14, 0x08) },
      [1, 2, 3, 4],
    ])
    expect(loudspeaker.played).toEqual([{ samples: [0.5, 0.5], sampleRate: 16_000 }])
    sound.close()
  })
})
