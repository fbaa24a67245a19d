import { describe, expect, it } from 'vitest'
import { MediaTimeline } from './media-timeline.ts'

function lay(timestamps: readonly number[], speed = 1, gaps: readonly number[] = []) {
  const timeline = new MediaTimeline()
  return timestamps.map((at, index) => timeline.place(at, gaps.includes(index), speed))
}

describe('the timeline of the media-source picture', () => {
  it('lays frames end to end without a gap or an overlap, whatever the jitter', () => {
    const places = lay([0, 60, 140, 200, 210, 400, 420, 470, 540, 600])
    places.slice(1).forEach((place, index) => {
      const before = places[index]!
      expect(place.startMs).toBe(before.startMs + before.durationMs)
    })
  })

  it('does not drift from the stream over ten minutes at 7 frames a second', () => {
    const timestamps = Array.from({ length: 4200 }, (_, index) => Math.round((index * 1000) / 7))
    const last = lay(timestamps).at(-1)!
    expect(Math.abs(last.startMs - timestamps.at(-1)!)).toBeLessThan(200)
  })

  it('takes a step of the clock for a gap: the picture goes on at once', () => {
    const places = lay([0, 66, 132, 9_000_000, 9_000_066, 60, 126])
    expect(places.at(-1)!.startMs).toBeLessThan(600)
  })

  it('runs at the playback speed: ten recorded seconds at speed 4 last two and a half', () => {
    const timestamps = Array.from({ length: 151 }, (_, index) => Math.round((index * 1000) / 15))
    expect(lay(timestamps, 4).at(-1)!.startMs).toBeGreaterThan(2_300)
    expect(lay(timestamps, 4).at(-1)!.startMs).toBeLessThan(2_700)
  })
})
