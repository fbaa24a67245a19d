import { MediaCodec } from '@fleetglass/contract/streams'
import { expect, it } from 'vitest'
import type { MediaFrame } from '../streams/index.ts'
import { GapCover } from './gap-cover.ts'

const RANGE = { startMs: 100_000, endMs: 110_000 }
const PICTURE_MS = 500
const KEY_FRAME_MS = 4_000

/** A picture each half second from second `fromS` to `toS`, a key frame every four. */
function film(fromS: number, toS: number, bytes = 10): MediaFrame[] {
  const count = ((toS - fromS) * 1_000) / PICTURE_MS
  const payload = new Uint8Array(bytes)
  return Array.from({ length: count }, (_, at) => ({
    ...({ kind: 'video', codec: MediaCodec.h264, mainStream: true, discontinuity: false } as const),
    ...{ timestampMs: fromS * 1_000 + at * PICTURE_MS, keyFrame: (at * PICTURE_MS) % KEY_FRAME_MS === 0 },
    payload,
  }))
}

/** Stretches that were written, as `first-last` in seconds. */
function written(frames: readonly MediaFrame[], ...there: readonly (readonly [number, number])[]): string[] {
  const stretches: number[][] = []
  const recorder = {
    frame({ timestampMs, discontinuity }: MediaFrame) {
      if (discontinuity) stretches.push([])
      stretches.at(-1)?.push(timestampMs / 1_000)
    },
    state: () => {},
  }
  const spans = there.map(([startS, endS]) => ({ startMs: startS * 1_000, endMs: endS * 1_000 }))
  const cover = new GapCover(RANGE, spans, recorder, async () => {})
  for (const frame of frames) cover.frame(frame)
  for (const one of stretches) expect(one).toEqual(one.toSorted((a, b) => a - b))
  return stretches.map((one) => `${one[0]}-${one.at(-1)}`)
}

it('STRM-32 of what a device plays only the range that was asked for is kept, from the key frame before it on', () => {
  expect(written(film(80, 200))).toEqual(['100-109.5'])
  expect(written(film(90, 200))).toEqual(['98-109.5'])
  expect(written(film(100, 105))).toEqual(['100-104.5'])
  // Nothing of it came.
  expect(written(film(80, 100))).toEqual([])
  expect(written(film(110, 130))).toEqual([])
})

it('STRM-32 nor is what there is written again that lies just before the range', () => {
  expect(written(film(90, 200), [80, 99])).toEqual(['102-109.5'])
  expect(written(film(90, 200), [80, 98], [104, 106])).toEqual(['98-103.5', '106-109.5'])
  expect(written([...film(100, 104), ...film(100, 120)])).toEqual(['100-103.5', '104-109.5'])
})

it('what waits for the begin is bounded', () => {
  expect(written(film(90, 200, 3 * 1024 * 1024))).toEqual(['102-109.5'])
  const late = film(80, 200).map((frame) => ({ ...frame, keyFrame: frame.timestampMs === 80_000 }))
  expect(written(late)).toEqual([])
})
