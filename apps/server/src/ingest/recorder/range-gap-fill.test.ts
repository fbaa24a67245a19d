import { MediaCodec } from '@fleetglass/contract/streams'
import { beforeEach, expect, it } from 'vitest'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { RangeGapFill } from './range-gap-fill.ts'

const RANGE = { startMs: 100_000, endMs: 110_000 }
const PICTURE_MS = 500
const KEY_FRAME_MS = 4_000

/** A picture each half second from second `fromS` to `toS`, a key frame every four. */
function clip(fromS: number, toS: number, bytes = 10): MediaFrame[] {
  const count = ((toS - fromS) * 1_000) / PICTURE_MS
  const payload = new Uint8Array(bytes)
  return Array.from({ length: count }, (_, at) => ({
    ...({ kind: 'video', codec: MediaCodec.h264, mainStream: true, discontinuity: false } as const),
    timestampMs: fromS * 1_000 + at * PICTURE_MS,
    keyFrame: (at * PICTURE_MS) % KEY_FRAME_MS === 0,
    payload,
  }))
}

/** A sound each half second, behind the picture of its time. */
const soundOf = (pictures: readonly MediaFrame[]): MediaFrame[] =>
  pictures.map((frame) => ({ ...frame, kind: 'audio', codec: 6, keyFrame: true }))

const inOrder = (frames: readonly MediaFrame[]): MediaFrame[] =>
  frames.toSorted((one, other) => one.timestampMs - other.timestampMs)

let recordsSound = true
beforeEach(() => {
  recordsSound = true
})

/** Stretches that were written, as `first-last` in seconds. */
function written(frames: readonly MediaFrame[], ...there: readonly (readonly [number, number])[]): string[] {
  const stretches: number[][] = []
  const recorder = {
    frame({ timestampMs, discontinuity }: MediaFrame) {
      if (discontinuity) stretches.push([])
      stretches.at(-1)?.push(timestampMs / 1_000)
    },
    state: () => {},
    recordsSound,
  }
  const spans = there.map(([startS, endS]) => ({ startMs: startS * 1_000, endMs: endS * 1_000 }))
  const gapFill = new RangeGapFill(RANGE, spans, recorder, async () => {})
  for (const frame of frames) gapFill.frame(frame)
  for (const one of stretches) expect(one).toEqual(one.toSorted((a, b) => a - b))
  return stretches.map((one) => `${one[0]}-${one.at(-1)}`)
}

it('[STRM-32] of what a device plays only the range that was asked for is kept, from the key frame before it on', () => {
  expect(written(clip(80, 200))).toEqual(['100-109.5'])
  expect(written(clip(90, 200))).toEqual(['98-109.5'])
  expect(written(clip(100, 105))).toEqual(['100-104.5'])
  // Nothing of it came.
  expect(written(clip(80, 100))).toEqual([])
  expect(written(clip(110, 130))).toEqual([])
})

it('[STRM-32] nor is what there is written again that lies just before the range', () => {
  expect(written(clip(90, 200), [80, 99])).toEqual(['102-109.5'])
  expect(written(clip(90, 200), [80, 98], [104, 106])).toEqual(['98-103.5', '106-109.5'])
  expect(written([...clip(100, 104), ...clip(100, 120)])).toEqual(['100-103.5', '104-109.5'])
})

it('[D3] sound alone is kept from its first to its last in the range, in each gap', () => {
  const sound = soundOf(clip(80, 200))
  expect(written(sound)).toEqual(['100-109.5'])
  expect(written(sound, [80, 98], [104, 106])).toEqual(['100-103.5', '106-109.5'])
  expect(written([...soundOf(clip(100, 104)), ...soundOf(clip(100, 120))])).toEqual(['100-103.5', '104-109.5'])
})

it('[D3] sound before the first key frame of a gap is kept, pictures before it are not', () => {
  const pictures = clip(90, 200)
  const frames: MediaFrame[] = []
  const recorder = { frame: (frame: MediaFrame) => void frames.push(frame), state: () => {}, recordsSound }
  const gapFill = new RangeGapFill(RANGE, [{ startMs: 80_000, endMs: 101_000 }], recorder, async () => {})
  for (const frame of inOrder([...pictures, ...soundOf(pictures)])) gapFill.frame(frame)
  const secondsOf = (wanted: string) =>
    frames.flatMap(({ kind, timestampMs }) => (kind === wanted ? [timestampMs] : []))
  const between = (fromMs: number) =>
    Array.from({ length: (110_000 - fromMs) / PICTURE_MS }, (_, at) => fromMs + at * 500)
  expect(secondsOf('audio')).toEqual(between(101_000))
  expect(secondsOf('video')).toEqual(between(102_000))
})

it('sound of a vehicle whose sound is not recorded takes no room from its pictures', () => {
  recordsSound = false
  const sound = soundOf(clip(100, 120))
  expect(written(sound)).toEqual([])
  expect(written([...sound, ...clip(98, 120)])).toEqual(['98-109.5'])
})

it('what waits for the begin is bounded', () => {
  expect(written(clip(90, 200, 3 * 1024 * 1024))).toEqual(['102-109.5'])
  const late = clip(80, 200).map((frame) => ({ ...frame, keyFrame: frame.timestampMs === 80_000 }))
  expect(written(late)).toEqual([])
})
