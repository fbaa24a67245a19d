import { concat, fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeNal, nalUnits, scanNalUnits, toAnnexB, unescapeNal } from './annex-b.ts'
import { parseH264Sps, withoutFrameRate } from './h264.ts'
import { parseH265Sps } from './h265.ts'
import { isKeyFrame, ParameterSets } from './parameter-sets.ts'
import { readSendTime, readUserDataSei, sendTimeSei, userDataSei, withUnitBeforePicture } from './sei.ts'
import { videoCodecOf } from './video-format.ts'

const hex = (text: string): Uint8Array => fromHex(text.replace(/\s/g, ''))

// Of encoders and recorders, with what ffprobe says of their streams.
const H264_SETS = [
  {
    name: 'x264 High, 318x178 cropped, 15/s',
    sps: '6764000cacb202833d4460220000030002000003003c1e285490',
    codecString: 'avc1.64000C',
    width: 318,
    height: 178,
    framesPerS: 15,
  },
  {
    name: 'a recorder, Main, 352x288, no frame rate',
    sps: '674d001495a8582590',
    codecString: 'avc1.4D0014',
    width: 352,
    height: 288,
    framesPerS: null,
  },
  {
    name: 'a recorder that says 4/s and sends 17',
    sps: '674d00149db85825a10000030001000003000884',
    codecString: 'avc1.4D0014',
    width: 352,
    height: 288,
    framesPerS: 4,
  },
]

const H265_SPS = hex('42010101600000030090000003000003003ca00a080b9d4996566924caf0168080000003008000000784')
const PPS = hex('68ebe3cb22c0')
const IDR = hex('65888401')
const P_SLICE = hex('419a0102')

describe('Annex B', () => {
  it('finds units behind start codes of three and four bytes, without trailing zeros', () => {
    const bytes = hex('00000001 6742 000001 68ce 00000000 01 6588 0000')
    expect(nalUnits(bytes).map(toHex)).toEqual(['6742', '68ce', '6588'])
    for (const unit of nalUnits(bytes)) expect(unit.buffer).toBe(bytes.buffer)
  })

  it('stops when it has seen enough', () => {
    let seen = 0
    scanNalUnits(hex('000001 67 000001 68 000001 65'), () => ++seen === 2)
    expect(seen).toBe(2)
  })

  it('gives back what was put together', () => {
    const unit = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => escapeNal(Uint8Array.of(0x65, ...bytes)))
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
        expect(nalUnits(toAnnexB(units)).map(toHex)).toEqual(units.map(toHex))
      }),
      { numRuns: 500 },
    )
  })

  it('escapes so that no start code remains, and takes it out again', () => {
    const zeros = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3, 255), { maxLength: 60 })
    fc.assert(
      fc.property(zeros, (list) => {
        const unit = Uint8Array.of(0x65, ...list, 0x80)
        const escaped = escapeNal(unit)
        expect(toHex(escaped)).not.toMatch(/^(..)*00000[0-2]/)
        expect(unescapeNal(escaped)).toEqual(unit)
      }),
      { numRuns: 500 },
    )
  })

  it('agrees with a slow search on any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 0, 1, 1, 2), { maxLength: 60 }), (list) => {
        const starts: number[] = []
        for (let at = 0; at + 2 < list.length; at++) {
          if (list[at] === 0 && list[at + 1] === 0 && list[at + 2] === 1) starts.push(at + 3)
        }
        const found: number[] = []
        scanNalUnits(Uint8Array.from(list), (start) => {
          found.push(start)
          return false
        })
        expect(starts).toEqual(expect.arrayContaining(found))
        for (const start of starts) {
          const end = starts.find((next) => next > start) ?? Number.POSITIVE_INFINITY
          const unit = list.slice(start, end === Number.POSITIVE_INFINITY ? undefined : end - 3)
          if (unit.some((byte) => byte !== 0)) expect(found).toContain(start)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('sequence parameter sets', () => {
  for (const set of H264_SETS) {
    it(`reads ${set.name}`, () => {
      const sps = parseH264Sps(hex(set.sps))
      if (!sps.ok) throw new Error(sps.reason)
      const { codecString, width, height, framesPerS } = sps.value
      expect({ codecString, width, height, framesPerS }).toEqual({
        codecString: set.codecString,
        width: set.width,
        height: set.height,
        framesPerS: set.framesPerS,
      })
    })
  }

  it('takes the frame rate out of a set and nothing else', () => {
    const before = hex(H264_SETS[0]!.sps)
    const after = withoutFrameRate(before)
    expect(after.length).toBeLessThan(before.length)
    const [one, other] = [parseH264Sps(before), parseH264Sps(after)]
    if (!one.ok || !other.ok) throw new Error('unreadable')
    expect(other.value).toEqual({ ...one.value, framesPerS: null, timingAtBit: null })
    expect(withoutFrameRate(after)).toBe(after)
    expect(withoutFrameRate(PPS)).toBe(PPS)
  })

  it('never throws on a set that was tampered with, H.264 or H.265', () => {
    const base = fc.constantFrom(...H264_SETS.map((set) => hex(set.sps)), H265_SPS)
    fc.assert(
      fc.property(base, fc.array(fc.tuple(fc.nat(80), fc.nat(255))), fc.nat(80), (set, changes, length) => {
        const bytes = set.slice(0, length)
        for (const [at, value] of changes) if (at > 1 && at < bytes.length) bytes[at] = value
        for (const parse of [parseH264Sps, parseH265Sps]) {
          const sps = parse(bytes)
          if (sps.ok) expect(sps.value.width).toBeGreaterThan(0)
        }
        withoutFrameRate(bytes)
      }),
      { numRuns: 2_000 },
    )
  })

  it('knows the payload types of both codecs', () => {
    expect([98, 99, 6].map(videoCodecOf)).toEqual(['h264', 'h265', null])
  })
})

describe('H.265', () => {
  it('reads x265 Main, 318x178 cropped, 15/s', () => {
    const sps = parseH265Sps(H265_SPS)
    if (!sps.ok) throw new Error(sps.reason)
    const { codecString, width, height, framesPerS, chromaFormat, bitDepthLuma, temporalLayers } = sps.value
    expect({ codecString, width, height, framesPerS, chromaFormat, bitDepthLuma, temporalLayers }).toEqual({
      codecString: 'hvc1.1.6.L60.90',
      width: 318,
      height: 178,
      framesPerS: 15,
      chromaFormat: 1,
      bitDepthLuma: 8,
      temporalLayers: 1,
    })
  })

  it('detects key frames: IDR, CRA and BLA', () => {
    const frame = (type: number): Uint8Array => toAnnexB([Uint8Array.of(type << 1, 1, 0x80)])
    expect([1, 16, 19, 21].map((type) => isKeyFrame('h265', frame(type)))).toEqual([false, true, true, true])
    expect(isKeyFrame('h265', frame(33))).toBe(false)
  })
})

describe('parameter sets', () => {
  const sps = hex(H264_SETS[0]!.sps)
  const smaller = hex(H264_SETS[1]!.sps)
  const accept = (sets: ParameterSets, ...units: Uint8Array[]) => sets.accept(toAnnexB(units))

  it('[STRM-22] leaves a complete key frame as it came, without a copy', () => {
    const frame = toAnnexB([sps, PPS, IDR])
    const unit = new ParameterSets('h264').accept(frame)
    expect(unit).toMatchObject({ kind: 'picture', keyFrame: true, configChanged: true })
    expect(unit.kind === 'picture' && unit.payload).toBe(frame)
    expect(unit.kind === 'picture' && unit.config).toMatchObject({
      width: 318,
      height: 178,
      codecString: 'avc1.64000C',
    })
  })

  it('[STRM-22] puts the sets in front of a key frame when the device sent them apart, or only once', () => {
    const sets = new ParameterSets('h264')
    expect(accept(sets, sps)).toEqual({ kind: 'no-picture', reason: 'parameter sets only' })
    expect(accept(sets, PPS)).toEqual({ kind: 'no-picture', reason: 'parameter sets only' })
    for (const changed of [true, false]) {
      const unit = accept(sets, IDR)
      expect(unit).toMatchObject({ kind: 'picture', keyFrame: true, configChanged: changed })
      expect(unit.kind === 'picture' && nalUnits(unit.payload).map(toHex)).toEqual([sps, PPS, IDR].map(toHex))
    }
    expect(accept(sets, P_SLICE)).toMatchObject({ kind: 'picture', keyFrame: false, configChanged: false })
  })

  it('[STRM-22] gives nothing before the first key frame with its sets', () => {
    const sets = new ParameterSets('h264')
    expect(accept(sets, P_SLICE)).toEqual({ kind: 'no-picture', reason: 'waiting for a key frame' })
    expect(accept(sets, IDR)).toEqual({ kind: 'no-picture', reason: 'no parameter sets yet' })
    expect(accept(sets, P_SLICE)).toEqual({ kind: 'no-picture', reason: 'waiting for a key frame' })
    expect(accept(sets, Uint8Array.of(0x67, 1, 2), PPS, IDR)).toEqual({
      kind: 'no-picture',
      reason: 'unreadable parameter sets',
    })
    expect(sets.accept(hex('0102030405'))).toEqual({ kind: 'no-picture', reason: 'no NAL units' })
    expect(accept(sets, sps, PPS, IDR)).toMatchObject({ kind: 'picture', keyFrame: true })
  })

  it('reports a change of stream, once', () => {
    const sets = new ParameterSets('h264')
    accept(sets, sps, PPS, IDR)
    expect(accept(sets, sps, PPS, IDR)).toMatchObject({ configChanged: false })
    expect(accept(sets, smaller, PPS, IDR)).toMatchObject({ configChanged: true, config: { width: 352, height: 288 } })
    expect(accept(sets, smaller, PPS, IDR)).toMatchObject({ configChanged: false })
    expect(accept(sets, sps, PPS, IDR)).toMatchObject({ configChanged: true, config: { width: 318 } })
  })

  it('keeps an access unit delimiter first', () => {
    const sets = new ParameterSets('h264')
    accept(sets, sps, PPS)
    const delimiter = hex('09f0')
    const unit = accept(sets, delimiter, IDR)
    expect(unit.kind === 'picture' && nalUnits(unit.payload).map(toHex)).toEqual([delimiter, sps, PPS, IDR].map(toHex))
  })

  it('never throws, and keeps little, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('h264' as const, 'h265' as const),
        fc.array(fc.uint8Array({ maxLength: 30 })),
        (codec, units) => {
          const sets = new ParameterSets(codec)
          for (const unit of units) sets.accept(concat([Uint8Array.of(0, 0, 1), unit]))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('user data', () => {
  const uuid = Uint8Array.from({ length: 16 }, (_, at) => at)

  for (const codec of ['h264', 'h265'] as const) {
    it(`goes through ${codec} with any bytes and any length`, () => {
      const slice = codec === 'h264' ? IDR : Uint8Array.of(0x26, 1, 0xaf)
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 600 }), (data) => {
          const frame = withUnitBeforePicture(codec, toAnnexB([slice]), userDataSei(codec, uuid, data))
          expect(readUserDataSei(codec, frame, uuid)).toEqual(data)
          expect(
            readUserDataSei(
              codec,
              frame,
              uuid.map((byte) => byte + 1),
            ),
          ).toBeNull()
          expect(nalUnits(frame)).toHaveLength(2)
        }),
        { numRuns: 300 },
      )
    })

    it(`carries the moment of sending in ${codec}, between the sets and the picture`, () => {
      const slice = codec === 'h264' ? IDR : Uint8Array.of(0x26, 1, 0xaf)
      const set = codec === 'h264' ? hex(H264_SETS[0]!.sps) : H265_SPS
      const frame = withUnitBeforePicture(codec, toAnnexB([set, slice]), sendTimeSei(codec, 1_800_000_000_123))
      expect(readSendTime(codec, frame)).toBe(1_800_000_000_123)
      expect(nalUnits(frame).map((unit) => unit[0])).toEqual([set[0], codec === 'h264' ? 6 : 0x4e, slice[0]])
      expect(readSendTime(codec, toAnnexB([set, slice]))).toBeNull()
    })
  }

  it('never throws on messages that were tampered with', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        readSendTime('h264', toAnnexB([Uint8Array.of(6, ...bytes), IDR]))
      }),
      { numRuns: 1_000 },
    )
  })
})
