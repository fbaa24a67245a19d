import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceM, placeFrom } from './distance.ts'
import { addTotals, SILENCE_S, type TripPoint, type TripState, TripSummary } from './trip.ts'

const start = { lat: 24.07, lng: 120.52 }

/** Points of a drive to the east: seconds and speed of each leg, a point every ten seconds. */
function drive(...legs: readonly (readonly [seconds: number, kmh: number])[]): TripPoint[] {
  const points: TripPoint[] = []
  let timeS = 1_790_000_000
  let place = start
  for (const [seconds, speedKmh] of legs) {
    for (let at = 0; at < seconds; at += 10) {
      points.push({ ...place, timeS, speedKmh })
      place = placeFrom(place, 90, (speedKmh / 3.6) * 10)
      timeS += 10
    }
  }
  return [...points, { ...place, timeS, speedKmh: 0 }]
}

function sum(points: readonly TripPoint[]) {
  const summary = new TripSummary()
  for (const point of points) summary.add(point)
  return summary.totals()
}

describe('the sum of a trip', () => {
  it('is nothing of no point and of one', () => {
    const nothing = { distanceM: 0, drivingS: 0, standingS: 0, idleS: 0, stops: 0, stoppedS: 0, overspeeds: 0 }
    expect(sum([])).toEqual(nothing)
    expect(sum(drive([10, 0]).slice(0, 1))).toEqual(nothing)
  })

  it('the distance of a simulated drive is its length', () => {
    const { distanceM: length, drivingS } = sum(drive([600, 36], [300, 72]))
    expect(length).toBeCloseTo(600 * 10 + 300 * 20, 0)
    expect(drivingS).toBe(900)
  })

  it('driving is above 5 km/h, not at it', () => {
    expect(sum(drive([50, 5], [50, 5.1])).drivingS).toBe(50)
  })

  it('a stop counts from 60 s on, once, with its whole time', () => {
    expect(sum(drive([100, 40], [50, 0], [100, 40], [60, 0], [100, 40], [600, 3]))).toMatchObject({
      stops: 2,
      stoppedS: 660,
      drivingS: 300,
    })
  })

  it('an unbroken run at 100 km/h or more is one overspeed', () => {
    expect(sum(drive([60, 100], [20, 99.9], [60, 120], [20, 60])).overspeeds).toBe(2)
  })

  it('a silence is neither driving nor a stop, and ends both; the way across it counts', () => {
    const [a, b] = [drive([60, 120]), drive([60, 120])]
    const later = b.map((point) => ({ ...point, lat: point.lat + 1, timeS: point.timeS + SILENCE_S + 61 }))
    const both = sum([...a.slice(0, -1), ...later])
    expect(both.overspeeds).toBe(2)
    expect(both.drivingS).toBe(110)
    const gapM = distanceM(a.at(-2) as TripPoint, later[0] as TripPoint)
    expect(both.distanceM).toBeCloseTo(sum(a.slice(0, -1)).distanceM + gapM + sum(later).distanceM, 3)
    const stands = drive([50, 0]).slice(0, -1)
    const again = drive([50, 0]).map((point) => ({ ...point, timeS: point.timeS + 3600 }))
    expect(sum([...stands, ...again])).toMatchObject({ stops: 0, stoppedS: 0 })
  })

  it('of parts adds up to the sum of the whole, wherever it is cut and however its parts were summed up', () => {
    const step = fc.record({
      stepS: fc.constantFrom(-5, 0, 1, 10, 30, 59, 60, SILENCE_S, SILENCE_S + 1),
      speedKmh: fc.constantFrom(0, 5, 5.1, 50, 99.9, 100),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.array(fc.nat(60), { maxLength: 4 }), (steps, cuts) => {
        const timeAt = (n: number) => steps.slice(0, n + 1).reduce((timeS, { stepS }) => timeS + stepS, 1_790_000_000)
        const points = steps.map(({ speedKmh }, n) => ({ lat: n / 100, lng: 1, speedKmh, timeS: timeAt(n) }))
        let joint = sum([])
        let state: TripState | null = null
        let from = 0
        for (const to of [...cuts, points.length].sort((a, b) => a - b)) {
          const part = new TripSummary(state)
          for (const point of points.slice(from, to)) part.add(point)
          joint = addTotals(joint, part.totals())
          state = part.state()
          from = Math.max(from, to)
        }
        const { distanceM: lengthM, ...counted } = sum(points)
        const { distanceM: joinedM, ...joined } = joint
        expect(joined).toEqual(counted)
        expect(joinedM).toBeCloseTo(lengthM, 3)
      }),
    )
  })

  it('whatever comes, times fit into the span, nothing is negative, and what goes back in time changes nothing', () => {
    const point = fc.record({
      timeS: fc.integer({ min: 0, max: 5000 }),
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      speedKmh: fc.double({ min: 0, max: 200, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), (points) => {
        const totals = sum(points)
        const ascending = points.filter((one, at) => points.slice(0, at).every((before) => before.timeS < one.timeS))
        expect(totals).toEqual(sum(ascending))
        for (const value of Object.values(totals)) expect(value).toBeGreaterThanOrEqual(0)
        const spanS = (ascending.at(-1)?.timeS ?? 0) - (ascending[0]?.timeS ?? 0)
        expect(totals.drivingS + totals.standingS).toBeLessThanOrEqual(spanS)
        expect(totals.stoppedS).toBeGreaterThanOrEqual(totals.stops * 60)
      }),
    )
  })
})
