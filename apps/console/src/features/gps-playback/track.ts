import type { TrackPoint } from '@fleetglass/contract/tracks'
import { distanceM, type TripPart, TripParts } from '@fleetglass/geo'
import { dayDate, dayOf } from '../../shared/calendar/index.ts'

/** Points `[from, to)` of a track. */
export interface PointSpan {
  readonly from: number
  readonly to: number
}

/** The points of a device in a range, by time: as columns, for a day can have 86,400 of them. */
export interface Track {
  readonly deviceId: string
  /** The range of the query, unix seconds, both included. */
  readonly beginS: number
  readonly endS: number
  readonly count: number
  readonly timesMs: Float64Array
  readonly lats: Float64Array
  readonly lngs: Float64Array
  readonly speedsKmh: Float64Array
  readonly headingsDeg: Float64Array
  readonly maxSpeedKmh: number
  readonly distanceM: number
  /** The points of each hour of the day, 0 to 23. */
  readonly hours: readonly PointSpan[]
  /** Drives and stops, by time. */
  readonly parts: readonly TripPart[]
}

/** Takes the points as they come, part by part, so that no part of a long day takes long. */
export class TrackBuilder {
  readonly #of: Pick<Track, 'deviceId' | 'beginS' | 'endS'>
  readonly #points: TrackPoint[] = []
  readonly #parts: TripPart[] = []
  readonly #cutter = new TripParts()
  #distanceM = 0

  constructor(of: Pick<Track, 'deviceId' | 'beginS' | 'endS'>) {
    this.#of = of
  }

  add(points: readonly TrackPoint[]): void {
    for (const point of points) {
      const last = this.#points.at(-1)
      if (last) this.#distanceM += distanceM(last, point)
      this.#points.push(point)
      const over = this.#cutter.add({ ...point, timeS: point.time / 1000, speedKmh: point.speedInKmh })
      if (over) this.#parts.push(over)
    }
  }

  /** Null without a point. */
  end(): Track | null {
    const [first] = this.#points
    if (!first) return null
    const over = this.#cutter.end()
    const column = (value: (point: TrackPoint) => number) => Float64Array.from(this.#points, value)
    const timesMs = column(({ time }) => time)
    return {
      ...this.#of,
      count: this.#points.length,
      timesMs,
      lats: column(({ lat }) => lat),
      lngs: column(({ lng }) => lng),
      speedsKmh: column(({ speedInKmh }) => speedInKmh),
      headingsDeg: column(({ trackingAngle }) => trackingAngle),
      maxSpeedKmh: this.#points.reduce((most, { speedInKmh }) => Math.max(most, speedInKmh), 0),
      distanceM: this.#distanceM,
      hours: hourSpans(timesMs, dayOf(this.#of.beginS * 1000)),
      parts: over ? [...this.#parts, over] : this.#parts,
    }
  }
}

/** GPSP-55: by the clock on the wall; on the day it is put forward an hour has no points. */
function hourSpans(timesMs: Float64Array, day: string): readonly PointSpan[] {
  const starts = Array.from({ length: 25 }, (_, hour) => {
    const date = dayDate(day)
    date.setHours(hour)
    return firstAt(timesMs, date.getTime())
  })
  return Array.from({ length: 24 }, (_, hour) => ({ from: starts[hour]!, to: starts[hour + 1]! }))
}

/** The first point at or after a moment; `count` when there is none. */
export function firstAt(timesMs: Float64Array, ms: number): number {
  let low = 0
  let high = timesMs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (timesMs[middle]! < ms) low = middle + 1
    else high = middle
  }
  return low
}

/** The point nearest to a moment within a span that has one. */
export function nearestTo({ timesMs }: Pick<Track, 'timesMs'>, ms: number, { from, to }: PointSpan): number {
  const after = Math.min(to - 1, Math.max(from, firstAt(timesMs, ms)))
  const before = Math.max(from, after - 1)
  return ms - timesMs[before]! <= timesMs[after]! - ms ? before : after
}

/** One point as the calls return it (GPSP-54). */
export function pointOf(track: Track, index: number): TrackPoint {
  const speed = track.speedsKmh[index]!
  const dir = track.headingsDeg[index]!
  return {
    time: track.timesMs[index]!,
    lat: track.lats[index]!,
    lng: track.lngs[index]!,
    speed,
    speedInKmh: speed,
    dir,
    trackingAngle: dir,
  }
}

/** A vehicle without a report for longer did not drive the straight line in between. */
const joinedWithinMs = 120_000

/** Where a vehicle was at a moment: on the way between two points, else at the one before; at the ends, the first or last. */
export function placeAt(track: Track, ms: number) {
  const after = Math.min(track.count - 1, firstAt(track.timesMs, ms))
  const before = Math.max(0, track.timesMs[after]! > ms ? after - 1 : after)
  const gapMs = track.timesMs[after]! - track.timesMs[before]!
  const part = gapMs > 0 && gapMs <= joinedWithinMs ? Math.max(0, (ms - track.timesMs[before]!) / gapMs) : 0
  const between = (column: Float64Array) => column[before]! + (column[after]! - column[before]!) * part
  return {
    index: before,
    lat: between(track.lats),
    lng: between(track.lngs),
    speedKmh: track.speedsKmh[before]!,
    headingDeg: track.headingsDeg[before]!,
  }
}

/** `HH:mm:ss` of a moment by the browser's clock. */
export function clockText(ms: number): string {
  const date = new Date(ms)
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((value) => String(value).padStart(2, '0'))
    .join(':')
}

/** The second of its hour, by the browser's clock. */
export function secondOfHour(ms: number): number {
  const date = new Date(ms)
  return date.getMinutes() * 60 + date.getSeconds()
}
