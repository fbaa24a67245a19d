import { concat } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAnnexB } from './annex-b.ts'
import { FragmentWriter } from './mp4/fragment-writer.ts'
import { layOutMp4File, type Mp4Layout } from './mp4/mp4-layout.ts'
import { readMp4File } from './mp4/mp4-reader.ts'
import type { Mp4Source } from './mp4/mp4-samples.ts'
import { readRecording } from './mp4/recording-reader.ts'
import { ParameterSets } from './parameter-sets.ts'

const START = 1_800_000_000_000
const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const SETS = [hex('6764000cacb202833d4460220000030002000003003c1e285490'), hex('68ebc3cb22c0')]
const OTHER_SETS = [SETS[0] as Uint8Array, hex('68ee3c80')]

/** A file of some seconds: five pictures each, the first a key frame, and 25 sounds. */
function file(startMs: number, seconds: number, sets = SETS): { bytes: Uint8Array; source: Mp4Source } {
  const known = new ParameterSets('h264')
  known.accept(toAnnexB(sets))
  if (known.config === null) throw new Error('no config')
  const writer = new FragmentWriter(
    { video: known.config, audio: { codec: 'ulaw', sampleRate: 8000, channels: 1 } },
    startMs,
  )
  const pieces = [writer.initSegment()]
  for (let second = 0; second < seconds; second++) {
    const atMs = startMs + second * 1000
    const video = Array.from({ length: 5 }, (_, n) => ({
      timestampMs: atMs + n * 200,
      keyFrame: n === 0,
      payload: toAnnexB(n === 0 ? [...sets, Uint8Array.of(0x65, second, 0x80)] : [Uint8Array.of(0x41, n, 0x80)]),
    }))
    const audio = Array.from({ length: 25 }, (_, n) => ({
      timestampMs: atMs + n * 40,
      payload: new Uint8Array(320).fill(second),
    }))
    pieces.push(...writer.fragment({ video, audio, nextVideoMs: atMs + 1000 }))
  }
  const bytes = concat(pieces)
  const recording = readRecording(bytes)
  if (!recording.ok) throw new Error(recording.reason)
  return { bytes, source: { init: recording.value, fragments: recording.value.fragments } }
}

function mediaOf(layout: Mp4Layout, files: readonly Uint8Array[]): Uint8Array {
  return concat(
    layout.pieces.map(({ source, offset, byteLength }) =>
      (source === -1 ? layout.memory : (files[source] as Uint8Array)).subarray(offset, offset + byteLength),
    ),
  )
}

describe('an MP4 file laid out from recorded files', () => {
  const files = [file(START, 4), file(START + 10_000, 4)]
  const sources = files.map(({ source }) => source)

  it('begins with the key frame before the range, ends with it, and has the media byte for byte', () => {
    const layout = layOutMp4File(sources, { startMs: START + 1500, endMs: START + 11_500 })
    if (layout === null) throw new Error('nothing')
    expect(layout.startMs).toBe(START + 995)
    expect(Math.abs(layout.endMs - (START + 11_500))).toBeLessThan(1000)
    const media = mediaOf(
      layout,
      files.map(({ bytes }) => bytes),
    )
    expect(layout.byteLength).toBe(layout.head.length + media.length)
    const keys = [1, 2, 3, 0, 1].map((second) => `0000000365${String(second).padStart(2, '0')}80`)
    const text = Array.from(media, (byte) => byte.toString(16).padStart(2, '0')).join('')
    for (const key of keys) expect(text).toContain(key)
    expect(text.split('0000000365').length - 1).toBe(5)
  })

  it('is nothing where nothing is recorded, also of no file and of a range that is none', () => {
    expect(layOutMp4File([], { startMs: 0, endMs: START * 2 })).toBeNull()
    expect(layOutMp4File(sources, { startMs: 0, endMs: START - 1000 })).toBeNull()
    const nothing = { init: { video: null, audio: null, byteLength: 0 }, fragments: [] }
    expect(layOutMp4File([nothing], { startMs: 0, endMs: START * 2 })).toBeNull()
  })

  it('sets that change stand in front of the key frames of both files; without a change nowhere', () => {
    const other = file(START + 10_000, 4, OTHER_SETS)
    const range = { startMs: START, endMs: START + 20_000 }
    const same = layOutMp4File(sources, range)
    expect(same?.memory.length).toBe(0)
    const changed = layOutMp4File([sources[0] as Mp4Source, other.source], range)
    expect(changed?.pieces.filter(({ source }) => source === -1)).toHaveLength(8)
    expect(new TextDecoder('latin1').decode(changed?.head)).toContain('avc3')
    expect(new TextDecoder('latin1').decode(same?.head)).toContain('avc1')
  })

  it('a file that repeats what the one before it has adds only what is new', () => {
    const again = file(START + 2000, 4)
    const both = layOutMp4File([sources[0] as Mp4Source, again.source], { startMs: START, endMs: START + 20_000 })
    const media = both && mediaOf(both, [files[0]?.bytes as Uint8Array, again.bytes])
    const text = Array.from(media ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('')
    // Four key frames of the first, and those of the second that lie behind: its third and fourth.
    expect(text.split('0000000365').length - 1).toBe(6)
  })

  it('any range gives an MP4 file whose pieces lie within the files and make its length', () => {
    const offset = fc.integer({ min: -2000, max: 16_000 })
    const check = fc.property(offset, offset, (from, to) => {
      const layout = layOutMp4File(sources, { startMs: START + from, endMs: START + to })
      if (layout === null) return
      let sum = layout.head.length
      for (const { source, offset: at, byteLength } of layout.pieces) {
        expect(byteLength).toBeGreaterThan(0)
        expect(at + byteLength).toBeLessThanOrEqual(files[source]?.bytes.length ?? 0)
        sum += byteLength
      }
      expect(sum).toBe(layout.byteLength)
    })
    fc.assert(check, { numRuns: 50 })
  })
})

describe('a plain MP4 file from another source', () => {
  const videos = [file(START, 4), file(START + 4_000, 4)]
  const layout = layOutMp4File(
    videos.map(({ source }) => source),
    { startMs: START, endMs: START + 8_000 },
  )
  if (layout === null) throw new Error('nothing')
  const moovAt = Buffer.from(layout.head).indexOf('moov') - 4
  const moov = layout.head.slice(moovAt)

  it('is read sample by sample, with its times and places', () => {
    const mp4File = readMp4File(moov, layout.byteLength)
    if (!mp4File.ok) throw new Error(mp4File.reason)
    const { video, audio, createdMs } = mp4File.value
    const samples = [...mp4File.value.samples]
    expect([video.codec, audio?.codec, createdMs]).toEqual(['h264', 'ulaw', START])
    const bytes = concat([
      layout.head,
      mediaOf(
        layout,
        videos.map((one) => one.bytes),
      ),
    ])
    const pictures = samples.filter(({ kind }) => kind === 'video')
    expect(pictures.filter(({ keyFrame }) => keyFrame)).toHaveLength(8)
    for (const [at, { atMs, offset, byteLength }] of pictures.entries()) {
      expect(Math.abs(atMs - at * 200)).toBeLessThanOrEqual(5)
      const unit = bytes.subarray(offset, offset + byteLength)
      expect(unit.at(-1)).toBe(0x80)
      expect((unit[0]! << 24) | (unit[1]! << 16) | (unit[2]! << 8) | unit[3]!).toBe(byteLength - 4)
    }
    expect(samples.filter(({ kind }) => kind === 'audio')).toHaveLength(200)
  })

  it.each([
    ['nothing', new Uint8Array(0), 'no "moov"'],
    ['another box', hex('00000008667265650000'), 'no "moov"'],
    ['a cut index', moov.subarray(0, 200), 'no "moov"'],
    ['an index without tracks', hex('000000086d6f6f76'), 'no box "mvhd"'],
    ['a lying count of samples', lying(moov, 'stsz', 8, 0xffff_ffff), 'samples are too many'],
    ['fewer sizes than announced', lying(moov, 'stsz', 8, 900_000), 'sizes for fewer samples'],
    [
      'a size for all that the file has not',
      lying(moov, 'stsz', 4, 1_000_000),
      'samples of more bytes than the file has',
    ],
    ['a lying count of key frames', lying(moov, 'stss', 4, 0xffff_ffff), '"stss" has fewer entries'],
    ['a lying count of chunks', lying(moov, 'co64', 4, 0xffff_ffff), '"co64" has fewer entries'],
    ['a lying count of runs', lying(moov, 'stsc', 4, 0xffff_ffff), '"stsc" has fewer entries'],
    ['a lying count of times', lying(moov, 'stts', 4, 0xffff_ffff), '"stts" has fewer entries'],
    ['an index of empty boxes', emptyBoxes(2_000), 'too many boxes'],
    ['no times', lying(moov, 'stts', 4, 0), 'times for fewer samples'],
    ['samples that lie nowhere', lying(moov, 'stsc', 4, 0), 'samples that lie nowhere'],
    ['no places', lying(moov, 'co64', 4, 0), 'places for fewer samples'],
  ])('%s is a bad result in words', (_, bytes, reason) => {
    expect(readMp4File(bytes, layout.byteLength)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })

  it('never throws, whatever a byte says', () => {
    fc.assert(
      fc.property(fc.nat(moov.length - 1), fc.nat(255), (at, value) => {
        const bytes = moov.slice()
        bytes[at] = value
        const mp4File = readMp4File(bytes, layout.byteLength)
        expect(mp4File.ok ? [...mp4File.value.samples].length : 1).toBeGreaterThan(0)
      }),
      { numRuns: 300 },
    )
  })
})

/** A number in the first box of that name is another one; `at` counts from its content. */
function lying(moov: Uint8Array, name: string, at: number, value: number): Uint8Array {
  const bytes = moov.slice()
  new DataView(bytes.buffer).setUint32(Buffer.from(bytes).indexOf(name) + 4 + at, value)
  return bytes
}

/** An index that has nothing but boxes that have nothing. */
function emptyBoxes(count: number): Uint8Array {
  const bytes = new Uint8Array(8 + count * 8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, bytes.length)
  bytes.set(new TextEncoder().encode('moov'), 4)
  for (let at = 8; at < bytes.length; at += 8) view.setUint32(at, 8)
  return bytes
}
