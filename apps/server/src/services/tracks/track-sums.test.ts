import { SLOT_S } from '@fleetglass/contract/tracks'
import { type TripPoint, TripSummary } from '@fleetglass/geo'
import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { until } from '../../../test/harness.ts'
import { createPositionLog } from '../../ingest/position-log/index.ts'
import { type Clock, systemClock } from '../../platform/clock/index.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { MarkedLog } from '../../ports/position-log/index.ts'
import { createDirectTrackMarks } from '../../ports/position-log/index.ts'
import type { TrackPoint } from '../../ports/position-log/track-point.types.ts'
import type { SlotSum } from './slot-sum.ts'
import { createTrackSums, type TrackSums } from './track-sums.ts'

const T0 = 1_790_000_100
const silent = createLog('silent', { write: () => undefined })

interface Site {
  readonly log: MarkedLog
  readonly sums: TrackSums
  close(): Promise<void>
}

function siteOn(database: Database, clock: Clock = systemClock): Site {
  const log = createPositionLog({ clock: systemClock, database, failed: (error) => expect.unreachable(error.message) })
  const metrics = createMetrics()
  const marks = createDirectTrackMarks(log, Number)
  const registry = { byKey: (key: number) => ({ deviceId: String(key) }) as never }
  const sums = createTrackSums({ clock, log: silent, metrics, database, marks, registry })
  return {
    log,
    sums,
    async close() {
      await sums.close()
      await log.close()
      metrics.close()
    },
  }
}

function store(log: MarkedLog, points: readonly TrackPoint[]): Promise<void> {
  let left = points.length
  return new Promise((resolve, reject) => {
    const committed = (_token: number, error?: Error): void => {
      if (error) reject(error)
      if (--left === 0) resolve()
    }
    for (const point of points) log.append(point, { committed }, 0)
  })
}

const point = (deviceKey: number, timeS: number, speedDkmh: number): TrackPoint => ({
  deviceKey,
  timeS,
  latE6: 24_000_000 + (timeS % 9_000) * 10,
  lngE6: 120_000_000,
  speedDkmh,
  headingDeg: 0,
  altitudeM: 0,
  satellites: 9,
  signal: 25,
  alarmBits: 0,
  statusBits: timeS % 7 < 4 ? 3 : 2,
  odometerM: 0,
})

const tripPoint = ({ timeS, latE6, lngE6, speedDkmh, statusBits }: TrackPoint): TripPoint => ({
  timeS,
  lat: latE6 / 1e6,
  lng: lngE6 / 1e6,
  speedKmh: speedDkmh / 10,
  isIgnitionOn: (statusBits & 1) === 1,
})

/** What all points give, read one after the other. */
function sumOf(points: readonly TrackPoint[]) {
  const summary = new TripSummary()
  for (const one of [...points].sort((a, b) => a.timeS - b.timeS)) summary.add(tripPoint(one))
  return summary.totals()
}

async function expectSum(sums: TrackSums, deviceKey: number, points: readonly TrackPoint[]): Promise<void> {
  const stored = await sums.of(deviceKey, EVER)
  const expected = sumOf(points)
  const added = (of: (sum: SlotSum) => number) => stored.reduce((sum, one) => sum + of(one), 0)
  expect(added((sum) => sum.points)).toBe(points.length)
  expect(added((sum) => sum.totals.distanceM)).toBeCloseTo(expected.distanceM, 0)
  for (const name of ['drivingS', 'standingS', 'idleS', 'stops', 'stoppedS', 'overspeeds'] as const) {
    expect([name, added((sum) => sum.totals[name])]).toEqual([name, expected[name]])
  }
}

const EVER = { from: 0, to: 3_000_000 }

onBothDatabases('sums of quarters of an hour', (databases, kind) => {
  it('add up to the sum of all points, in whatever order these came and however often sums were made between', async () => {
    const database = await databases.open()
    const { log, sums, close } = siteOn(database)
    const step = fc.record({
      stepS: fc.constantFrom(1, 20, 59, 60, 300, 600, 601, 2_000, 90_000),
      speedDkmh: fc.constantFrom(0, 50, 51, 400, 999, 1_000),
      batch: fc.nat(2),
    })
    let devices = 0
    const tracks = fc.array(fc.array(step, { minLength: 1, maxLength: 30 }), { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(tracks, async (steps) => {
        const first = devices + 1
        devices += steps.length
        const ofDevice = steps.map((track, n) => {
          const timeAt = (at: number) => track.slice(0, at).reduce((timeS, { stepS }) => timeS + stepS, T0)
          return track.map(({ speedDkmh }, at) => point(first + n, timeAt(at), speedDkmh))
        })
        const keys = ofDevice.map((_, n) => first + n)
        for (const batch of [0, 1, 2]) {
          const some = ofDevice.flatMap((points, n) => points.filter((_, at) => steps[n]?.[at]?.batch === batch))
          if (some.length > 0) await store(log, some.reverse())
          await sums.settle(keys)
        }
        for (const [n, points] of ofDevice.entries()) await expectSum(sums, first + n, points)
      }),
      { numRuns: kind === 'sqlite' ? 4 : 2 },
    )
    await close()
  })

  it('of slots that are over are made by themselves, that of the present one when it is asked for', async () => {
    const database = await databases.open()
    const nowS = Math.floor(T0 / SLOT_S) * SLOT_S + 300
    const clock = createManualClock(nowS * 1000)
    const { log, sums, close } = siteOn(database, clock)
    await store(log, [point(7, nowS - 400, 100), point(7, nowS - 10, 0), point(8, nowS, 0)])
    clock.advance(30_000)
    await until('the slot that is over has its sum', async () => (await sums.of(7, EVER)).length > 0)
    expect(await sums.of(8, EVER)).toEqual([])
    await sums.settle([7, 8])
    expect((await sums.of(7, EVER)).map(({ totals }) => totals.drivingS)).toEqual([0, 390])
    expect(await sums.of(8, EVER)).toHaveLength(1)
    await close()
  })

  it('what was marked and not summed up when the server ended is summed up after its next start', async () => {
    const location = await databases.location()
    const open = () =>
      openDatabase({
        location,
        migrations,
        clock: systemClock,
        onFailure: (error) => expect.unreachable(error.message),
      })
    const first = await open()
    const before = siteOn(first)
    await store(before.log, [point(1, T0, 400), point(1, T0 + 60, 0)])
    await before.close()
    await first.close()
    const second = await open()
    const after = siteOn(second)
    await after.sums.settle([1])
    const stored = await after.sums.of(1, EVER)
    expect(stored.reduce((sum, { totals }) => sum + totals.drivingS, 0)).toBe(60)
    await after.close()
    await second.close()
  })
})
