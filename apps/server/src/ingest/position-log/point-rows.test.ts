import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { TrackPoint } from '../../ports/position-log/track-point.types.ts'
import { type PointRow, readPoint, WIDTH, writePoint } from '../../services/tracks/point-format.ts'
import { pointRows } from './point-rows.ts'

const point = (over: Partial<TrackPoint> = {}): TrackPoint => ({
  deviceKey: 1,
  timeS: 1_700_000_000,
  latE6: 24_078_600,
  lngE6: 120_528_500,
  speedDkmh: 0,
  headingDeg: 0,
  altitudeM: 0,
  satellites: 9,
  signal: 25,
  alarmBits: 0,
  statusBits: 3,
  odometerM: 0,
  ...over,
})

function rowsOf(...points: readonly TrackPoint[]) {
  const values = new Float64Array(points.length * WIDTH)
  for (const [n, one] of points.entries()) writePoint(values, n * WIDTH, one)
  return pointRows(values, points.length)
}

onBothDatabases('the points of a second', (databases) => {
  it('that came in several groups keep every alarm bit, the other values are those of the newest', async () => {
    const database = await databases.open()
    await database.insertNumbers(rowsOf(point({ alarmBits: 0x8000_0000 }), point({ alarmBits: 1, speedDkmh: 10 })))
    await database.insertNumbers(rowsOf(point({ alarmBits: 2, speedDkmh: 20 })))
    await database.insertNumbers(rowsOf(point({ speedDkmh: 30 }), point({ timeS: 1_700_000_001 })))
    const rows = await database
      .tables<{ track_points: PointRow }>()
      .selectFrom('track_points')
      .selectAll()
      .orderBy('time_s')
      .execute()
    expect(rows.map(readPoint)).toEqual([
      point({ alarmBits: 0x8000_0003, speedDkmh: 30 }),
      point({ timeS: 1_700_000_001 }),
    ])
  })
})
