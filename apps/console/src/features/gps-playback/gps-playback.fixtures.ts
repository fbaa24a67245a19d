import { packPoints } from '@fleetglass/contract/tracks'
import type { GpsResult } from './gps-result.ts'
import { type Track, TrackBuilder } from './track.ts'

/** One point of a test, with defaults. */
export interface TestPoint {
  /** `HH:mm:ss` by the browser's clock. */
  readonly at: string
  readonly lat?: number
  readonly lng?: number
  readonly kmh?: number
  readonly heading?: number
}

/** The day that the tests look at: the one before that of the tests' clock. */
export const testDay = '2026-01-04'

/** A moment of that day, unix milliseconds. */
export function momentMs(at: string): number {
  return new Date(`${testDay}T${at}`).getTime()
}

export function testTrack(points: readonly TestPoint[], deviceId = 'van'): Track {
  const builder = new TrackBuilder({
    deviceId,
    beginS: momentMs('00:00:00') / 1000,
    endS: momentMs('23:59:59') / 1000,
  })
  builder.add(
    points.map(({ at, lat = 24, lng = 120.5, kmh = 40, heading = 90 }) => ({
      time: momentMs(at),
      lat,
      lng,
      speed: kmh,
      speedInKmh: kmh,
      dir: heading,
      trackingAngle: heading,
    })),
  )
  const track = builder.end()
  if (!track) throw new Error('a track has points')
  return track
}

export function testResult(points: readonly TestPoint[], deviceId?: string): GpsResult {
  return { track: testTrack(points, deviceId), day: testDay, events: [] }
}

/** What the server answers for these points within the asked range. */
export function packedAnswer(points: readonly TestPoint[], { start, end }: { start: number; end: number }): number[][] {
  const within = points.filter(({ at }) => momentMs(at) / 1000 >= start && momentMs(at) / 1000 <= end)
  if (within.length === 0) return []
  return [
    packPoints(
      within.map(({ at, lat = 24, lng = 120.5, kmh = 40, heading = 90 }) => ({
        timeS: momentMs(at) / 1000,
        latE6: Math.round(lat * 1e6),
        lngE6: Math.round(lng * 1e6),
        speedDkmh: Math.round(kmh * 10),
        headingDeg: heading,
      })),
    ),
  ]
}
