import type { NumberRows } from '../../platform/database/index.ts'
import { COLUMNS, WIDTH } from '../../services/tracks/index.ts'

const ALARM_BITS = COLUMNS.indexOf('alarm_bits')

/**
 * The first `count` points as one write: ordered by device and time (rows of a device lie on one page, which is what
 * makes the disk fast), and a second that came twice only once: the newer row, with the alarm bits of both, because an
 * alarm may share its second with the regular position.
 */
export function pointRows(values: Float64Array, count: number): NumberRows {
  const order = sortedRows(values, count)
  const rows = new Float64Array(count * WIDTH)
  let stored = 0
  for (const row of order) {
    const from = row * WIDTH
    const before = (stored - 1) * WIDTH
    const repeats = stored > 0 && rows[before] === values[from] && rows[before + 1] === values[from + 1]
    const alarms = repeats ? rows[before + ALARM_BITS]! : 0
    const to = repeats ? before : stored++ * WIDTH
    for (let column = 0; column < WIDTH; column++) rows[to + column] = values[from + column]!
    rows[to + ALARM_BITS] = (rows[to + ALARM_BITS]! | alarms) >>> 0
  }
  return {
    table: 'track_points',
    columns: COLUMNS,
    values: stored === count ? rows : rows.slice(0, stored * WIDTH),
    // A device repeats what it had no answer for: the same point again. The alarm of an earlier group stays.
    onConflict: { key: ['device_key', 'time_s'], action: 'replace', join: ['alarm_bits'] },
  }
}

function sortedRows(values: Float64Array, count: number): Uint32Array {
  const order = new Uint32Array(count)
  for (let row = 0; row < count; row++) order[row] = row
  return order.sort((a, b) => {
    const byDevice = values[a * WIDTH]! - values[b * WIDTH]!
    return byDevice !== 0 ? byDevice : values[a * WIDTH + 1]! - values[b * WIDTH + 1]! || a - b
  })
}
