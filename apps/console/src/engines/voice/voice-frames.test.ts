import { MediaCodec, parseMediaMessage } from '@fleetglass/contract/streams'
import { G726Decoder } from '@fleetglass/media'
import { describe, expect, it } from 'vitest'
import { meterShare } from './level-meter.tsx'
import { VoiceFrames } from './voice-frames.ts'

/** A tone in blocks of any size, as a browser gives them. */
function* toneBlocks(hz: number, sampleRate: number, seconds: number, size: number): Generator<Float32Array> {
  for (let at = 0; at < seconds * sampleRate; at += size) {
    yield Float32Array.from(
      { length: size },
      (_, index) => 0.5 * Math.sin((2 * Math.PI * hz * (at + index)) / sampleRate),
    )
  }
}

function heard(hz: number, sampleRate: number, size: number) {
  const frames = new VoiceFrames(sampleRate)
  const sent = [...toneBlocks(hz, sampleRate, 1, size)].flatMap((block) => [...frames.push(block, 1_790_000_000_000)])
  const messages = sent.map(({ message }) => parseMediaMessage(message)!)
  const decoder = new G726Decoder(4, 'little')
  const samples = messages.flatMap(({ payload }) => [...decoder.decode(payload)])
  // What the codec needs to find its step is left out.
  const steady = samples.slice(1600)
  let crossings = 0
  for (let at = 1; at < steady.length; at++) if (steady[at]! < 0 !== steady[at - 1]! < 0) crossings += 1
  const level = Math.sqrt(steady.reduce((sum, sample) => sum + sample * sample, 0) / steady.length) / 32_768
  return { messages, hertz: (crossings / 2 / steady.length) * 8000, level, told: sent.at(-1)?.level ?? 0 }
}

describe('the microphone as it is sent', () => {
  it.each([
    [48_000, 960],
    [44_100, 128],
    [16_000, 333],
    [8_000, 320],
  ])(
    '[TALK-08] [TALK-09] [TALK-12] at %i Hz becomes G.726 of 32 kbit/s at 8000 Hz in frames of 40 ms',
    (sampleRate, size) => {
      const { messages, hertz, level, told } = heard(1000, sampleRate, size)
      expect(messages.length).toBeGreaterThanOrEqual(24)
      expect(messages.length).toBeLessThanOrEqual(25)
      messages.forEach((message, at) => {
        expect(message).toMatchObject({ kind: 'audio', codec: MediaCodec.g726, sequence: at, discontinuity: at === 0 })
        expect(message.payload).toHaveLength(160)
      })
      expect(Math.abs(hertz - 1000)).toBeLessThan(15)
      expect(level).toBeCloseTo(0.5 * Math.SQRT1_2, 1)
      expect(told).toBeCloseTo(0.5 * Math.SQRT1_2, 1)
    },
  )

  it('what 8000 Hz cannot carry is left out and does not come back as another tone', () => {
    expect(heard(6000, 48_000, 960).level).toBeLessThan(0.02)
  })

  it('a meter goes by the ear: silence, half of its way, full', () => {
    expect([0, 0.001, 10 ** -1.25, 1, 3].map(meterShare)).toEqual([0, 0, 0.5, 1, 1])
  })
})
