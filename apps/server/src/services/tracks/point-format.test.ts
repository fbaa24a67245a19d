import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { createPositionLog } from '../../ingest/position-log/position-log.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { openDatabase } from '../../platform/database/index.ts'
import type { PositionLog } from '../../ports/position-log/position-log.types.ts'
import type { TrackPoint } from '../../ports/position-log/track-point.types.ts'
import { COLUMNS, MOTION_PER_DKMH, NO_CLOCK, type PointRow, readPoint, WIDTH, writePoint } from './point-format.ts'

const GNSS = (1 << 18) | (1 << 19)

const rowOf = (point: TrackPoint): PointRow => {
  const values = new Float64Array(WIDTH)
  writePoint(values, 0, point)
  return Object.fromEntries(COLUMNS.map((column, n) => [column, values[n]])) as unknown as PointRow
}

const anyPoint = fc
  .record({
    deviceKey: fc.nat(1_000_000),
    timeS: fc.integer({ min: 0, max: 4_294_967_295 }),
    latE6: fc.integer({ min: -90_000_000, max: 90_000_000 }),
    lngE6: fc.integer({ min: -180_000_000, max: 180_000_000 }),
    speedDkmh: fc.nat(4_095),
    headingDeg: fc.nat(359),
    altitudeM: fc.integer({ min: -1_000, max: 7_191 }),
    satellites: fc.nat(31),
    signal: fc.nat(127),
    alarmBits: fc.nat(0xffff_ffff),
    statusBits: fc.nat(0x7f_ffff),
    odometerM: fc.nat(2 ** 24 - 1).map((hm) => hm * 100),
    hasClock: fc.boolean(),
  })
  .map(({ hasClock, ...point }): TrackPoint => {
    // Bits 1 to 3 are what the place says.
    const signs = 0b10 | (point.latE6 < 0 ? 0b100 : 0) | (point.lngE6 < 0 ? 0b1000 : 0)
    const statusBits = (point.statusBits & ~0b1110) | signs
    return { ...point, statusBits: (statusBits | (hasClock ? 0 : NO_CLOCK)) >>> 0 }
  })

describe('the stored form of a point', () => {
  it('gives back every point that a vehicle can send', () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        expect(readPoint(rowOf(point))).toEqual(point)
      }),
      { numRuns: 2_000 },
    )
  })

  it('cuts what no vehicle does to the nearest that can be kept, and stays within whole numbers', () => {
    fc.assert(
      fc.property(
        fc.tuple(anyPoint, fc.nat(65_535), fc.nat(65_535), fc.integer({ min: -32_768, max: 32_767 }), fc.nat(255)),
        ([point, speedDkmh, headingDeg, altitudeM, byte]) => {
          const wild = {
            ...point,
            speedDkmh,
            headingDeg,
            altitudeM,
            satellites: byte,
            signal: byte,
            odometerM: 2 ** 32 * 100,
          }
          const row = rowOf(wild)
          expect(Object.values(row).every(Number.isSafeInteger)).toBe(true)
          expect(readPoint(row)).toEqual({
            ...wild,
            speedDkmh: Math.min(speedDkmh, 4_095),
            headingDeg: headingDeg % 360,
            altitudeM: Math.min(Math.max(altitudeM, -1_000), 7_191),
            satellites: Math.min(byte, 31),
            signal: Math.min(byte, 127),
            odometerM: (2 ** 24 - 1) * 100,
          })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('is ordered by speed, and below 0 without a clock', () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        const { motion, state } = rowOf(point)
        expect(Math.floor(motion / MOTION_PER_DKMH)).toBe(point.speedDkmh)
        expect(state < 0).toBe(point.statusBits >= NO_CLOCK)
      }),
      { numRuns: 500 },
    )
  })

  it('takes at most 40 bytes on SQLite with its index: 100 vehicles that report every 10 s, 2 000 points each', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-size-'))
    const file = join(folder, 'size.sqlite')
    const open = () => openDatabase({ location: file, migrations, clock: systemClock, onFailure: fail })
    try {
      await (await open()).close()
      const empty = statSync(file).size
      const database = await open()
      const log = createPositionLog({ clock: systemClock, database, failed: fail })
      for (let step = 0; step < POINTS_EACH; step += 50) await store(log, step, 50)
      await log.close()
      await database.close()
      const bytes = (statSync(file).size - empty) / (POINTS_EACH * VEHICLES)
      process.stderr.write(`${bytes.toFixed(1)} bytes a stored point\n`)
      expect(bytes).toBeLessThanOrEqual(40)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const VEHICLES = 100
const POINTS_EACH = 2_000

function fail(error: Error): never {
  throw error
}

/** Some minutes of the whole fleet, in the order in which they come in. */
function store(log: PositionLog, firstStep: number, steps: number): Promise<void> {
  let left = steps * VEHICLES
  return new Promise((resolve, reject) => {
    const waiter = {
      committed(_token: number, error?: Error) {
        if (error) reject(error)
        if (--left === 0) resolve()
      },
    }
    for (let step = firstStep; step < firstStep + steps; step++) {
      for (let vehicle = 0; vehicle < VEHICLES; vehicle++) log.append(drivenPoint(vehicle, step), waiter, 0)
    }
  })
}

/** As a recorder in Taiwan reports it: GPS and BeiDou, an odometer of 60,000 km, parked a sixth of the time. Keys of two bytes. */
function drivenPoint(vehicle: number, step: number): TrackPoint {
  const drives = step % 60 < 50
  return {
    deviceKey: 1_000 + vehicle * 37,
    timeS: 1_790_000_000 + step * 10 + (vehicle % 10),
    latE6: 24_078_600 + ((step * 137 + vehicle * 4_001) % 900_000),
    lngE6: 120_528_500 + ((step * 211 + vehicle * 3_001) % 900_000),
    speedDkmh: drives ? (step * 7) % 900 : 0,
    headingDeg: (step * 3) % 360,
    altitudeM: 20 + (step % 90),
    satellites: 9 + (step % 5),
    signal: 20 + (step % 11),
    alarmBits: step % 100 === 0 ? 2 : 0,
    statusBits: (drives ? 3 : 2) | GNSS,
    odometerM: 60_000_000 + vehicle * 100_000 + step * 100,
  }
}
