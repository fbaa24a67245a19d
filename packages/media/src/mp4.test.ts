import { concat, fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAnnexB } from './annex-b.ts'
import { FragmentWriter, type VideoSample } from './mp4/fragment-writer.ts'
import { readInit } from './mp4/recording-init.ts'
import { type Recording, readFragment, readRecording, sampleToAnnexB } from './mp4/recording-reader.ts'
import { ParameterSets } from './parameter-sets.ts'
import type { VideoConfig } from './video-types.ts'

const START = 1_800_000_000_123
const hex = (text: string): Uint8Array => fromHex(text.replace(/#.*$/gm, '').replace(/\s/g, ''))

const SETS = {
  h264: ['6764000cacb202833d4460220000030002000003003c1e285490', '68ebc3cb22c0'],
  h265: [
    '40010c01ffff01600000030090000003000003003c959809',
    '42010101600000030090000003000003003ca00a080b9d4996566924caf0168080000003008000000784',
    '4401c172b46240',
  ],
} as const
const KEY = { h264: [0x65, 0x88], h265: [0x28, 0x01] } as const
const OTHER = { h264: [0x41, 0x9a], h265: [0x02, 0x01] } as const

function configOf(codec: 'h264' | 'h265'): VideoConfig {
  const sets = new ParameterSets(codec)
  sets.accept(toAnnexB(SETS[codec].map(hex)))
  if (!sets.config) throw new Error('no config')
  return sets.config
}

function picture(codec: 'h264' | 'h265', index: number, timestampMs: number): VideoSample {
  const keyFrame = index % 5 === 0
  const slice = Uint8Array.from([...(keyFrame ? KEY : OTHER)[codec], index + 1, 0x80])
  return {
    timestampMs,
    keyFrame,
    payload: toAnnexB(keyFrame ? [...SETS[codec].map(hex), slice, slice] : [slice]),
  }
}

function recording(bytes: Uint8Array): Recording {
  const read = readRecording(bytes)
  if (!read.ok) throw new Error(`${read.reason} at ${read.offset}`)
  return read.value
}

/** Ten fragments of a second, five pictures and 25 audio frames each. */
function file(
  codec: 'h264' | 'h265',
  withAudio: boolean,
  soundBytes = 320,
): { bytes: Uint8Array; ends: number[]; spans: FragmentWriter['lastSpan'][]; video: VideoSample[] } {
  const audio = withAudio ? ({ codec: 'ulaw', sampleRate: 8_000, channels: 1 } as const) : undefined
  const writer = new FragmentWriter({ video: configOf(codec), audio }, START)
  const pieces = [writer.initSegment()]
  const ends: number[] = []
  const spans: FragmentWriter['lastSpan'][] = []
  const video: VideoSample[] = []
  let length = pieces[0]!.length
  for (let second = 0; second < 10; second++) {
    const pictures = Array.from({ length: 5 }, (_, at) =>
      picture(codec, second * 5 + at, START + second * 1_000 + at * 200),
    )
    const sound = Array.from({ length: 25 }, (_, at) => ({
      timestampMs: START + second * 1_000 + at * 40,
      payload: new Uint8Array(soundBytes).fill(second),
    }))
    const fragment = writer.fragment({ video: pictures, audio: sound })
    pieces.push(...fragment)
    length += fragment.reduce((sum, piece) => sum + piece.length, 0)
    ends.push(length)
    spans.push(writer.lastSpan)
    video.push(...pictures)
  }
  return { bytes: concat(pieces), ends, spans, video }
}

describe('a fragment', () => {
  it('is these bytes', () => {
    const writer = new FragmentWriter({ video: configOf('h264') }, START)
    const fragment = concat(writer.fragment({ video: [picture('h264', 1, START)], nextVideoMs: START + 40 }))
    expect(toHex(fragment)).toBe(
      toHex(
        hex(`
          00000020 70726674          # prft
          01000018 00000001          # version 1, time of capture; track 1
          ${((1_800_000_000 + 2_208_988_800) % 2 ** 32).toString(16).padStart(8, '0')}
          ${Math.floor((123 * 2 ** 32) / 1_000)
            .toString(16)
            .padStart(8, '0')} # NTP, the start
          0000000000000000           # media time
          00000064 6d6f6f66          # moof
          00000010 6d666864          # mfhd
          00000000 00000001          # first fragment
          0000004c 74726166          # traf
          00000010 74666864          # tfhd
          00020000 00000001          # offsets from the moof, track 1
          00000014 74666474          # tfdt
          01000000 0000000000000000  # decode time
          00000020 7472756e          # trun
          00000701 00000001 0000006c # one sample, its data 8 bytes behind the moof
          00000028 00000008 01010000 # 40 ms, 8 bytes, not a key frame
          00000010 6d646174          # mdat
          00000004 419a0280`),
      ),
    )
  })

  it('[STRM-22] copies no picture: the media pieces are views of the access unit', () => {
    const writer = new FragmentWriter({ video: configOf('h264') }, START)
    const sample = picture('h264', 0, START)
    const pieces = writer.fragment({ video: [sample] })
    expect(pieces.filter((piece) => piece.buffer === sample.payload.buffer).map(toHex)).toEqual([
      '65880180',
      '65880180',
    ])
  })

  it('leaves out the sets that the init segment has and keeps others', () => {
    const writer = new FragmentWriter({ video: configOf('h264') }, START)
    const other = hex('68ee3c80')
    const payload = toAnnexB([...SETS.h264.map(hex), other, Uint8Array.of(0x65, 0x80)])
    const bytes = concat(writer.fragment({ video: [{ timestampMs: START, keyFrame: true, payload }] }))
    expect(toHex(bytes)).toContain('0000000468ee3c80000000026580')
    expect(toHex(bytes)).not.toContain(SETS.h264[0])
  })

  it('is nothing when there is nothing to write', () => {
    const writer = new FragmentWriter({ video: configOf('h264') }, START)
    expect(writer.fragment({})).toEqual([])
    expect(writer.fragment({ audio: [{ timestampMs: START, payload: new Uint8Array(160) }] })).toEqual([])
    const setsOnly = { timestampMs: START, keyFrame: true, payload: toAnnexB(SETS.h264.map(hex)) }
    expect(writer.fragment({ video: [setsOnly] })).toEqual([])
    expect(() => new FragmentWriter({}, START).initSegment()).toThrow('video, or audio')
  })
})

describe('a recording', () => {
  for (const codec of ['h264', 'h265'] as const) {
    for (const withAudio of [false, true]) {
      it(`of ${codec} ${withAudio ? 'with' : 'without'} audio reads back as it was written`, () => {
        const { bytes, ends, spans, video } = file(codec, withAudio)
        const read = recording(bytes)
        expect(read.tornBy).toBeNull()
        expect(read.fragments.map(({ startMs, endMs }) => ({ startMs, endMs }))).toEqual(spans)
        expect(read.wholeBytes).toBe(bytes.length)
        expect(read.fragments.map((fragment) => fragment.offset + fragment.byteLength)).toEqual(ends)
        expect(read.fragments.map((fragment) => fragment.beginsWithKeyFrame)).toEqual(Array(10).fill(true))
        expect(read.video?.config).toMatchObject({ codec, width: 318, height: 178 })
        expect(read.video?.config.codecString).toBe(configOf(codec).codecString)
        expect(read.audio?.format ?? null).toEqual(withAudio ? { codec: 'ulaw', sampleRate: 8_000, channels: 1 } : null)
        const samples = read.fragments.flatMap((fragment) => fragment.samples)
        checkPictures(bytes, read, video)
        const sound = samples.filter((sample) => sample.kind === 'audio')
        expect(sound).toHaveLength(withAudio ? 250 : 0)
        for (const [index, sample] of sound.entries()) {
          // Audio runs on from the first frame, which begins with the file, a step before the first picture.
          expect(Math.abs(sample.timestampMs - (START + index * 40))).toBeLessThanOrEqual(5)
          expect(bytes[sample.offset]).toBe(Math.floor(index / 25))
        }
      })
    }
  }

  it('is cut at its last whole fragment wherever it is torn', () => {
    const { bytes, ends } = file('h264', true, 40)
    const begin = ends[8]! - 100
    for (let length = begin; length < bytes.length; length++) {
      const read = recording(bytes.subarray(0, length))
      const whole = ends.filter((end) => end <= length)
      expect(read.fragments, `cut to ${length} bytes`).toHaveLength(whole.length)
      expect(read.wholeBytes).toBe(whole.at(-1))
      expect(read.tornBy === null).toBe(length === whole.at(-1))
    }
  })

  it('whose beginning is torn is a bad result, not a throw', () => {
    const { bytes } = file('h264', false)
    const init = readInit(bytes)
    if (!init.ok) throw new Error(init.reason)
    for (let length = 0; length < init.value.byteLength; length++) {
      expect(readRecording(bytes.subarray(0, length)).ok, `cut to ${length} bytes`).toBe(false)
    }
  })

  it('can be walked by heads alone, a window of the file at a time', () => {
    const { bytes, ends } = file('h264', true)
    const init = readInit(bytes.subarray(0, 4_096))
    if (!init.ok) throw new Error(init.reason)
    let at = init.value.byteLength
    const found: number[] = []
    while (at < bytes.length) {
      const narrow = readFragment(bytes.subarray(at, at + 40), 0, init.value, at)
      if (narrow.kind !== 'incomplete') throw new Error(narrow.kind)
      expect(narrow.end).toBeGreaterThan(at + 40)
      const reading = readFragment(bytes.subarray(at, narrow.end), 0, init.value, at)
      if (reading.kind !== 'fragment') throw new Error(reading.kind)
      expect(reading.fragment.offset).toBe(at)
      at += reading.fragment.byteLength
      found.push(at)
    }
    expect(found).toEqual(ends)
  })

  it('says which fragment cannot be played from', () => {
    const writer = new FragmentWriter({ video: configOf('h264') }, START)
    const one = [picture('h264', 0, START)]
    const two = [picture('h264', 1, START + 200)]
    const bytes = concat([writer.initSegment(), ...writer.fragment({ video: one }), ...writer.fragment({ video: two })])
    expect(recording(bytes).fragments.map((fragment) => fragment.beginsWithKeyFrame)).toEqual([true, false])
  })

  it('leaves a gap in audio where there was one, and none where packets came in bursts', () => {
    const audio = { codec: 'alaw', sampleRate: 8_000, channels: 1 } as const
    const writer = new FragmentWriter({ audio }, START)
    const at = [0, 0, 0, 60, 80, 3_000, 3_020]
    const sound = at.map((ms) => ({ timestampMs: START + ms, payload: new Uint8Array(160) }))
    const read = recording(concat([writer.initSegment(), ...writer.fragment({ audio: sound })]))
    const times = read.fragments[0]!.samples.map((sample) => sample.timestampMs - START)
    expect(times).toEqual([0, 20, 40, 60, 80, 3_000, 3_020])
  })

  it('keeps the order of time when the clock stands still or steps back', () => {
    const writer = new FragmentWriter({ video: configOf('h264') }, START)
    const video = [0, 0, 0, -50, 400].map((ms, index) => picture('h264', index, START + ms))
    const read = recording(concat([writer.initSegment(), ...writer.fragment({ video })]))
    const times = read.fragments[0]!.samples.map((sample) => sample.timestampMs)
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other))
  })

  it('keeps real time when NTP begins again in 2036', () => {
    const late = Date.UTC(2040, 5, 1, 12, 0, 0, 250)
    const writer = new FragmentWriter({ video: configOf('h264') }, late)
    const video = Array.from({ length: 20 }, (_, index) => picture('h264', index, late + index * 40))
    const read = recording(concat([writer.initSegment(), ...writer.fragment({ video })]))
    expect(read.fragments[0]!.samples.at(-1)!.timestampMs).toBe(late + 19 * 40)
  })

  it('carries AAC with its ADTS headers taken off', () => {
    const adts = hex('fff16c40013ffc1234')
    const audio = { codec: 'aac', sampleRate: 8_000, channels: 1, config: Uint8Array.of(0x15, 0x88) } as const
    const writer = new FragmentWriter({ audio }, START)
    const sound = [{ timestampMs: START, payload: concat([adts, adts]) }]
    const bytes = concat([writer.initSegment(), ...writer.fragment({ audio: sound })])
    const read = recording(bytes)
    expect(read.audio?.format).toEqual(audio)
    const samples = read.fragments[0]!.samples
    expect(samples.map((sample) => [sample.byteLength, sample.durationMs])).toEqual([
      [2, 128],
      [2, 128],
    ])
  })

  it('never makes the reader throw, however it is damaged', () => {
    const { bytes } = file('h264', true)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3_000), fc.nat(255)), { minLength: 1, maxLength: 6 }), (changes) => {
        const damaged = bytes.slice(0, 4_000)
        for (const [at, value] of changes) damaged[at] = value
        const read = readRecording(damaged)
        if (!read.ok) return
        expect(read.value.wholeBytes).toBeLessThanOrEqual(damaged.length)
        for (const fragment of read.value.fragments) {
          for (const sample of fragment.samples) {
            expect(sample.offset + sample.byteLength).toBeLessThanOrEqual(fragment.offset + fragment.byteLength)
          }
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('detects a picture whose units run over its end', () => {
    const config = configOf('h264')
    expect(sampleToAnnexB(hex('00000005 65'), true, config)).toMatchObject({ ok: false })
    expect(sampleToAnnexB(hex('00000001 65 0000'), true, config)).toMatchObject({ ok: false, offset: 5 })
  })
})

/** On the grid of the file, from the ninth picture on exactly; the payload as it went in. */
function checkPictures(bytes: Uint8Array, read: Recording, video: readonly VideoSample[]): void {
  const pictures = read.fragments.flatMap((fragment) => fragment.samples).filter((sample) => sample.kind === 'video')
  expect(pictures.map((sample) => sample.keyFrame)).toEqual(video.map((sample) => sample.keyFrame))
  const config = read.video!.config
  for (const [index, sample] of pictures.entries()) {
    const early = index > 0 && index < 8 ? 5 : 0
    expect(sample.timestampMs).toBe(video[index]!.timestampMs - early)
    const unit = sampleToAnnexB(
      bytes.subarray(sample.offset, sample.offset + sample.byteLength),
      sample.keyFrame,
      config,
    )
    if (!unit.ok) throw new Error(unit.reason)
    const sets = new ParameterSets(config.codec)
    if (sample.keyFrame) expect(sets.accept(unit.value)).toMatchObject({ kind: 'picture', config: { width: 318 } })
    else expect(toHex(unit.value)).toBe(toHex(video[index]!.payload))
  }
}
