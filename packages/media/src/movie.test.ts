import { concat } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAnnexB } from './annex-b.ts'
import { FragmentWriter } from './mp4/fragment-writer.ts'
import { layOutMovie, type MovieLayout } from './mp4/movie-layout.ts'
import type { MovieSource } from './mp4/movie-samples.ts'
import { readRecording } from './mp4/recording-reader.ts'
import { ParameterSets } from './parameter-sets.ts'

const START = 1_800_000_000_000
const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const SETS = [hex('6764000cacb202833d4460220000030002000003003c1e285490'), hex('68ebc3cb22c0')]
const OTHER_SETS = [SETS[0] as Uint8Array, hex('68ee3c80')]

/** A file of some seconds: five pictures each, the first a key frame, and 25 sounds. */
function file(startMs: number, seconds: number, sets = SETS): { bytes: Uint8Array; source: MovieSource } {
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

function mediaOf(layout: MovieLayout, files: readonly Uint8Array[]): Uint8Array {
  return concat(
    layout.pieces.map(({ source, offset, byteLength }) =>
      (source === -1 ? layout.memory : (files[source] as Uint8Array)).subarray(offset, offset + byteLength),
    ),
  )
}

describe('a film laid out from recorded files', () => {
  const files = [file(START, 4), file(START + 10_000, 4)]
  const sources = files.map(({ source }) => source)

  it('begins with the key frame before the range, ends with it, and has the media byte for byte', () => {
    const layout = layOutMovie(sources, { startMs: START + 1500, endMs: START + 11_500 })
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
    expect(layOutMovie([], { startMs: 0, endMs: START * 2 })).toBeNull()
    expect(layOutMovie(sources, { startMs: 0, endMs: START - 1000 })).toBeNull()
    const nothing = { init: { video: null, audio: null, byteLength: 0 }, fragments: [] }
    expect(layOutMovie([nothing], { startMs: 0, endMs: START * 2 })).toBeNull()
  })

  it('sets that change stand in front of the key frames of both files; without a change nowhere', () => {
    const other = file(START + 10_000, 4, OTHER_SETS)
    const range = { startMs: START, endMs: START + 20_000 }
    const same = layOutMovie(sources, range)
    expect(same?.memory.length).toBe(0)
    const changed = layOutMovie([sources[0] as MovieSource, other.source], range)
    expect(changed?.pieces.filter(({ source }) => source === -1)).toHaveLength(8)
    expect(new TextDecoder('latin1').decode(changed?.head)).toContain('avc3')
    expect(new TextDecoder('latin1').decode(same?.head)).toContain('avc1')
  })

  it('a file that repeats what the one before it has adds only what is new', () => {
    const again = file(START + 2000, 4)
    const both = layOutMovie([sources[0] as MovieSource, again.source], { startMs: START, endMs: START + 20_000 })
    const media = both && mediaOf(both, [files[0]?.bytes as Uint8Array, again.bytes])
    const text = Array.from(media ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('')
    // Four key frames of the first, and those of the second that lie behind: its third and fourth.
    expect(text.split('0000000365').length - 1).toBe(6)
  })

  it('any range gives a film whose pieces lie within the files and make its length', () => {
    const offset = fc.integer({ min: -2000, max: 16_000 })
    const check = fc.property(offset, offset, (from, to) => {
      const layout = layOutMovie(sources, { startMs: START + from, endMs: START + to })
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
