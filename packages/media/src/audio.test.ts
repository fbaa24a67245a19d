import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adtsFrames, audioSpecificConfig, isAdts } from './adts.ts'
import { audioDecoder, audioDurationMs } from './audio.ts'
import { addChipHeader, hasChipHeader, stripChipHeader } from './chip-header.ts'
import { decodeALaw, decodeMuLaw, encodeALaw, encodeMuLaw } from './g711.ts'
import { type G726Bits, G726Decoder, G726Encoder, g726BitsOf } from './g726.ts'
import { decodeIma, encodeIma } from './ima-adpcm.ts'

const ALL_CODES = Uint8Array.from({ length: 256 }, (_, code) => code)

/** A second of two tones that swell. */
function tones(length = 8_000): Int16Array {
  return Int16Array.from(
    { length },
    (_, at) => 9_000 * Math.sin(at * 0.05 * (1 + at / length)) + 4_000 * Math.sin(at * 0.31),
  )
}

/** Signal to noise, dB. */
function quality(original: Int16Array, decoded: Int16Array): number {
  let signal = 0
  let noise = 0
  for (let at = 0; at < original.length; at++) {
    signal += original[at]! ** 2
    noise += (original[at]! - decoded[at]!) ** 2
  }
  return 10 * Math.log10(signal / noise)
}

describe('G.711', () => {
  it('decodes the values of the tables', () => {
    expect([...decodeALaw(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a, 0x80))]).toEqual([8, -8, 32_256, -32_256, 5_504])
    expect([...decodeMuLaw(Uint8Array.of(0xff, 0x7f, 0x80, 0x00, 0xf0))]).toEqual([0, 0, 32_124, -32_124, 120])
  })

  it('encodes each decoded code back to itself', () => {
    expect(encodeALaw(decodeALaw(ALL_CODES))).toEqual(ALL_CODES)
    // µ-law has two zeros; the negative one comes back as the positive.
    const codes = [...encodeMuLaw(decodeMuLaw(ALL_CODES))]
    expect(codes.map((code, at) => (at === 0x7f ? 0x7f : code))).toEqual([...ALL_CODES])
  })

  it('errs by half a step at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: -32_768, max: 32_767 }), (sample) => {
        const samples = Int16Array.of(sample)
        // A step of µ-law is a sixteenth of the segment that the sample with its bias of 132 lies in.
        const bound = Math.max(16, (Math.abs(sample) + 132) / 32)
        expect(Math.abs(decodeALaw(encodeALaw(samples))[0]! - sample)).toBeLessThanOrEqual(bound)
        expect(Math.abs(decodeMuLaw(encodeMuLaw(samples))[0]! - sample)).toBeLessThanOrEqual(bound)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('G.726', () => {
  for (const [bits, least] of [
    [2, 15],
    [3, 22],
    [4, 28],
    [5, 32],
  ] as const) {
    for (const packing of ['little', 'big'] as const) {
      it(`carries tones at ${bits * 8} kbit/s, ${packing} endian`, () => {
        const samples = tones()
        const body = new G726Encoder(bits, packing).encode(samples)
        expect(body).toHaveLength(bits * 1_000)
        const decoded = new G726Decoder(bits, packing).decode(body)
        expect(quality(samples, decoded)).toBeGreaterThan(least)
      })
    }
  }

  it('packs the same codes from either end of a byte', () => {
    const samples = tones(16)
    const little = new G726Encoder(4, 'little').encode(samples)
    const big = new G726Encoder(4, 'big').encode(samples)
    expect([...little].map((byte) => ((byte & 0x0f) << 4) | (byte >> 4))).toEqual([...big])
  })

  it('goes on from packet to packet as if there were one', () => {
    const body = new G726Encoder().encode(tones(1_600))
    const whole = new G726Decoder().decode(body)
    const parts = new G726Decoder()
    const joined: number[] = []
    for (let at = 0; at < body.length; at += 160) joined.push(...parts.decode(body.subarray(at, at + 160)))
    expect(joined).toEqual([...whole])
  })

  it('begins as the recommendation says: silence of 32 kbit/s stays near zero', () => {
    const samples = new G726Decoder(4, 'big').decode(new Uint8Array(80).fill(0xff))
    expect(Math.max(...samples.map(Math.abs))).toBeLessThan(100)
  })

  it('takes any bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom<G726Bits>(2, 3, 4, 5), fc.uint8Array({ maxLength: 300 }), (bits, body) => {
        expect(new G726Decoder(bits).decode(body)).toHaveLength(Math.floor((body.length * 8) / bits))
      }),
    )
  })

  it('knows the rate from the size of a body and the time between them', () => {
    expect([g726BitsOf(80, 40), g726BitsOf(120, 40), g726BitsOf(160, 40), g726BitsOf(200, 40)]).toEqual([2, 3, 4, 5])
    expect(g726BitsOf(80, 20)).toBe(4)
  })
})

describe('ADPCM', () => {
  it('reads state and codes, high half first', () => {
    // Predictor -16 little endian, step index 4 (step 11), then codes 7 and 8.
    const block = Uint8Array.of(0xf0, 0xff, 0x04, 0x00, 0x78)
    expect(decodeIma(block)).toEqual({
      ok: true,
      value: { samples: Int16Array.of(-16 + 1 + 11 + 5 + 2, 3 - 2), after: { predictor: 1, stepIndex: 11 } },
    })
  })

  it('chains: the state behind a block is the one the next begins with', () => {
    const samples = tones(3_200)
    let state = { predictor: 0, stepIndex: 0 }
    const decoded: number[] = []
    for (let at = 0; at < samples.length; at += 320) {
      const { block, after } = encodeIma(samples.subarray(at, at + 320), state)
      const read = decodeIma(block)
      if (!read.ok) throw new Error(read.reason)
      expect(read.value.after).toEqual(after)
      decoded.push(...read.value.samples)
      state = after
    }
    expect(quality(samples, Int16Array.from(decoded))).toBeGreaterThan(25)
  })

  it('detects data that cannot be a block', () => {
    expect(decodeIma(new Uint8Array(3))).toMatchObject({ ok: false, offset: 3 })
    expect(decodeIma(Uint8Array.of(0, 0, 89, 0))).toMatchObject({ ok: false, offset: 2 })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (block) => {
        const read = decodeIma(block)
        if (read.ok) expect(read.value.samples).toHaveLength((block.length - 4) * 2)
      }),
    )
  })
})

describe('the header of the chip', () => {
  it('is taken off when all four bytes say so, and put on again', () => {
    for (const length of [80, 160, 164, 320]) {
      const body = Uint8Array.from({ length }, (_, at) => at)
      const headed = addChipHeader(body)
      expect([...headed.subarray(0, 4)]).toEqual([0, 1, length / 2, 0])
      expect(stripChipHeader(headed)).toEqual(body)
      expect(stripChipHeader(headed).buffer).toBe(headed.buffer)
    }
  })

  it('is not seen where a byte differs or the length does not fit', () => {
    const headed = addChipHeader(new Uint8Array(160))
    for (let at = 0; at < 4; at++) {
      const other = headed.slice()
      other[at]! ^= 0x10
      expect(hasChipHeader(other)).toBe(false)
      expect(stripChipHeader(other)).toBe(other)
    }
    expect(hasChipHeader(headed.subarray(0, 162))).toBe(false)
    expect(hasChipHeader(Uint8Array.of(0, 1, 0, 0))).toBe(false)
  })
})

describe('ADTS', () => {
  // Sync, MPEG-4 without CRC | AAC-LC, 8 kHz, mono | 9 bytes | buffer fullness | one block | 2 bytes of AAC
  const frame = [0xff, 0xf1, 0x6c, 0x40, 0x01, 0x3f, 0xfc, 0x12, 0x34]

  it('reads one frame or several', () => {
    const read = adtsFrames(Uint8Array.from([...frame, ...frame]))
    if (!read.ok) throw new Error(read.reason)
    expect(read.value).toHaveLength(2)
    expect(read.value[1]).toEqual({
      payload: Uint8Array.of(0x12, 0x34),
      sampleRate: 8_000,
      channels: 1,
      objectType: 2,
    })
    expect([...audioSpecificConfig(read.value[0]!)]).toEqual([0x15, 0x88])
  })

  it('reports where the data breaks off', () => {
    expect(isAdts(Uint8Array.of(0xff, 0xf1))).toBe(false)
    for (let length = 1; length < frame.length; length++) {
      expect(adtsFrames(Uint8Array.from(frame.slice(0, length))).ok).toBe(false)
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
        adtsFrames(Uint8Array.from([...frame, ...tail]))
      }),
    )
  })
})

describe('audio by payload type', () => {
  it('has a decoder and a duration for what recorders send', () => {
    const lengths = [6, 7, 8, 26].map((payloadType) => {
      const body = new Uint8Array(164)
      const decoded = audioDecoder(payloadType)?.(body)
      return [decoded?.ok && decoded.value.length, audioDurationMs(payloadType, body)]
    })
    expect(lengths).toEqual([
      [164, 20.5],
      [164, 20.5],
      [328, 41],
      [320, 40],
    ])
    expect(audioDecoder(19)).toBeNull()
    expect(audioDurationMs(19, Uint8Array.of(0xff, 0xf1, 0x6c, 0x40, 0x01, 0x3f, 0xfc, 0x12, 0x34))).toBe(128)
    expect(audioDurationMs(28, new Uint8Array(10))).toBe(0)
  })
})
