import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeFrom } from './distance.ts'
import { DRIVING_KMH, SILENCE_S, STOP_S, type TripPoint, TripSummary } from './trip.ts'
import { type TripPart, TripParts } from './trip-parts.ts'

const T0 = 1_790_000_000

/** Seconds and speed of each leg, a point every ten seconds. */
function drive(...legs: readonly (readonly [seconds: number, kmh: number])[]): TripPoint[] {
  const points: TripPoint[] = []
  let timeS = T0
  let place = { lat: 24.07, lng: 120.52 }
  for (const [seconds, speedKmh] of legs) {
    for (let at = 0; at < seconds; at += 10) {
      points.push({ ...place, timeS, speedKmh })
      place = placeFrom(place, 90, (speedKmh / 3.6) * 10)
      timeS += 10
    }
  }
  return [...points, { ...place, timeS, speedKmh: 0 }]
}

function partsOf(points: readonly TripPoint[]): TripPart[] {
  const cutter = new TripParts()
  return [...points.map((point) => cutter.add(point)), cutter.end()].filter((part) => part !== null)
}

const inShort = ({ kind, startS, endS }: TripPart) => [kind, startS - T0, endS - T0]

describe('drives and stops', () => {
  it('are none of no point and of one', () => {
    expect(partsOf([])).toEqual([])
    expect(partsOf(drive([10, 50]).slice(0, 1))).toEqual([])
  })

  it('a stop of 60 s ends a drive, a shorter one is traffic', () => {
    const day = drive([100, 0], [300, 40], [50, 0], [300, 40], [60, 5], [200, 60], [600, 0])
    expect(partsOf(day).map(inShort)).toEqual([
      ['stop', 0, 100],
      ['drive', 100, 750],
      ['stop', 750, 810],
      ['drive', 810, 1010],
      ['stop', 1010, 1610],
    ])
  })

  it('a drive has its length, its ends and its largest speed', () => {
    const [part] = partsOf(drive([300, 36], [100, 72], [120, 0]))
    expect(part?.distanceM).toBeCloseTo(300 * 10 + 100 * 20, 0)
    expect(part).toMatchObject({ kind: 'drive', maxSpeedKmh: 72, from: { lat: 24.07, lng: 120.52 } })
    expect(part?.to.lng).toBeGreaterThan(part?.from.lng ?? Number.NaN)
  })

  it('a silence ends both, and is in neither', () => {
    const [before, after] = [drive([300, 36]), drive([100, 0])]
    const gapS = SILENCE_S + 301
    const later = after.map((point) => ({ ...point, timeS: point.timeS + gapS }))
    expect(partsOf([...before, ...later]).map(inShort)).toEqual([
      ['drive', 0, 300],
      ['stop', gapS, gapS + 100],
    ])
  })

  it('whatever comes, they lie in order and hold the stops and the driving of the sum', () => {
    const step = fc.record({
      stepS: fc.constantFrom(-5, 0, 1, 10, 30, 59, 60, 61, SILENCE_S, SILENCE_S + 1),
      speedKmh: fc.constantFrom(0, DRIVING_KMH, DRIVING_KMH + 0.1, 50, 120),
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const timeAt = (n: number) => steps.slice(0, n + 1).reduce((timeS, { stepS }) => timeS + stepS, T0)
        const points = steps.map(({ speedKmh, lat }, n) => ({ lat, lng: 1, speedKmh, timeS: timeAt(n) }))
        const parts = partsOf(points)
        const sum = new TripSummary()
        for (const point of points) sum.add(point)
        const { stops, stoppedS, drivingS } = sum.totals()
        const ofKind = (kind: string) => parts.filter((part) => part.kind === kind)
        const lengthS = (of: TripPart[]) => of.reduce((all, { startS, endS }) => all + endS - startS, 0)
        expect(ofKind('stop')).toHaveLength(stops)
        expect(lengthS(ofKind('stop'))).toBe(stoppedS)
        expect(lengthS(ofKind('drive'))).toBeGreaterThanOrEqual(drivingS)
        for (const [at, part] of parts.entries()) {
          expect(part.endS).toBeGreaterThan(part.startS)
          expect(part.startS).toBeGreaterThanOrEqual(parts[at - 1]?.endS ?? 0)
          if (part.kind === 'stop') expect(part.endS - part.startS).toBeGreaterThanOrEqual(STOP_S)
        }
      }),
    )
  })
})
