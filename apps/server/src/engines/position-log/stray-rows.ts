import type { NumberRows } from '../../platform/database/index.ts'
import { COLUMNS, WIDTH, writePoint } from './point-format.ts'
import type { TrackPoint } from './position-log.types.ts'

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
    onConflict: { key: ['device_key', 'arrived_s', 'said_s'], action: 'replace', join: ['alarm_bits'] },
  }
}

type Seven = readonly [number, number, number, number, number, number, number]
