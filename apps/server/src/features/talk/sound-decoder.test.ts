import { MediaCodec } from '@fleetglass/contract/streams'
import { TALK_FRAME_BYTES, TALK_FRAME_SAMPLES } from '@fleetglass/contract/talk'
import { expect, it } from 'vitest'
import { SoundDecoder } from './sound-decoder.ts'

it('frames of G.726 that a link delivered together stay as long as each is', () => {
  const received = new SoundDecoder()
  const frame = { codec: MediaCodec.g726, payload: new Uint8Array(TALK_FRAME_BYTES).fill(0xff), g726Bits: 4 } as const
  const arrivedMs = [0, 1, 2, 3, 4, 5, 6, 7, 40, 80, 120, 161, 200, 240, 1000, 5000]
  for (const timestampMs of arrivedMs) expect(received.of({ ...frame, timestampMs })).toHaveLength(TALK_FRAME_SAMPLES)
})
