import { describe, expect, it } from 'vitest'
import { extended, mostPathPoints, pointAt, pollRange } from './gps-path.ts'

const point = (second: number) => ({
  time: second * 1000,
  lat: 24 + second / 1e4,
  lng: 120,
  speed: 50,
  speedInKmh: 50,
  dir: 0,
  trackingAngle: 0,
})
const points = (from: number, count: number) => Array.from({ length: count }, (_, index) => point(from + index))

describe('the path on a playback map', () => {
  it('[LOPB-34] [LOPB-41] keeps at most 500 points, and drops the oldest for each new one', () => {
    const full = extended(points(0, 499), points(499, 1))
    expect(mostPathPoints).toBe(500)
    expect([full.length, full[0]?.time]).toEqual([500, 0])
    const next = extended(full, points(500, 3))
    expect([next.length, next[0]?.time, next.at(-1)?.time]).toEqual([500, 3_000, 502_000])
    expect(extended([], points(0, 2_000))).toHaveLength(500)
  })

  it('takes no point twice', () => {
    const path = points(0, 5)
    expect(extended(path, points(3, 4)).map(({ time }) => time)).toEqual([0, 1, 2, 3, 4, 5, 6].map((s) => s * 1000))
    expect(extended(path, points(0, 5))).toBe(path)
  })

  it('[LOPB-42] requests from the last to the present position, and only around the position after a jump', () => {
    expect(pollRange(null, 1_000)).toEqual({ start: 995, end: 1_000 })
    expect(pollRange(1_000, 1_005)).toEqual({ start: 1_000, end: 1_005 })
    expect(pollRange(1_000, 1_080)).toEqual({ start: 1_000, end: 1_080 })
    expect(pollRange(1_000, 5_000)).toEqual({ start: 4_995, end: 5_000 })
    expect(pollRange(1_000, 900)).toEqual({ start: 895, end: 900 })
    expect(pollRange(1_000, 1_000)).toBeNull()
  })

  it('the marker stands where the vehicle was in the second of the picture', () => {
    const track = points(100, 10)
    expect(pointAt(track, 104_999)?.time).toBe(104_000)
    expect(pointAt(track, 99_999)).toBeNull()
    expect(pointAt(track, 109_000 + 600_001)).toBeNull()
  })
})
