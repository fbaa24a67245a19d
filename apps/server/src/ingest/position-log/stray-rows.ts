import type { NumberRows } from '../../platform/database/index.ts'
import type { TrackPoint } from '../../ports/position-log/index.ts'
import { COLUMNS, WIDTH, writePoint } from '../../services/tracks/index.ts'

/** Points whose device had no believable clock, for a table of their own: they never take the place of one with a time. */
export function strayRows(points: readonly TrackPoint[]): NumberRows {
  const values = points.flatMap((point) => {
    const row = new Float64Array(WIDTH)
    writePoint(row, 0, point)
    const [deviceKey, arrivedS, latE6, lngE6, motion, state, alarmBits] = row as unknown as Seven
    return [deviceKey, arrivedS, point.saidS ?? 0, latE6, lngE6, motion, -1 - state, alarmBits]
  })
  return {
    table: 'track_strays',
    columns: ['device_key', 'arrived_s', 'said_s', ...COLUMNS.slice(2)],
    values: Float64Array.from(values),
    onConflict: { key: STRAY_KEY, action: 'replace', join: ['alarm_bits'] },
  }
}

/** A batch brings many in one second, often none with a time: what differs in anything is kept. */
const STRAY_KEY = ['device_key', 'arrived_s', 'said_s', 'lat_e6', 'lng_e6', 'motion']

type Seven = readonly [number, number, number, number, number, number, number]
