import { describe, expect, it } from 'vitest'
import {
  deviceRecordsSchema,
  isRemoteSpeed,
  playbackDurationS,
  playDurationsS,
  remoteSpeeds,
  SLIDER_SEGMENTS,
  sliderTimeS,
  speedCodeOf,
} from './index.ts'

describe('remote playback', () => {
  it('[REPB-10] [REPB-21] durations go in steps of 60 s, speeds are 1, 2, 4, 8 and unlimited', () => {
    expect(playDurationsS).toEqual([60, 120, 180, 240, 300])
    expect(remoteSpeeds).toEqual([1, 2, 4, 8, 0])
    expect([3, 16, -1].some(isRemoteSpeed)).toBe(false)
  })

  it('[STRM-33] the multiple codes are 1 to 4, and 5 for unlimited', () => {
    expect(remoteSpeeds.map(speedCodeOf)).toEqual([1, 2, 3, 4, 5])
  })

  it('[REPB-33] [CONST2-10] 1 to 1800 s are taken, anything else is 60 s', () => {
    expect([1, 1800].map(playbackDurationS)).toEqual([1, 1800])
    expect([0, 0.5, -5, 1801, Number.NaN, Number.POSITIVE_INFINITY].map(playbackDurationS)).toEqual(Array(6).fill(60))
  })

  it('[REPB-16] [REPB-38] the slider has 100 segments, each a second of the record rounded down', () => {
    expect(SLIDER_SEGMENTS).toBe(100)
    const record = { start: 1_000, end: 1_059 }
    expect([0, 1, 33, 50, 100].map((at) => sliderTimeS(record, at))).toEqual([1_000, 1_000, 1_019, 1_029, 1_059])
  })

  it('[REPB-26] [REPB-27] a record has start, end and a type of 0, 1 or 2', () => {
    expect(deviceRecordsSchema.safeParse([{ start: 1, end: 2, type: 2 }]).success).toBe(true)
    expect(deviceRecordsSchema.safeParse([{ start: 1, end: 2, type: 3 }]).success).toBe(false)
    expect(deviceRecordsSchema.safeParse([{ start: 1, type: 0 }]).success).toBe(false)
  })
})
