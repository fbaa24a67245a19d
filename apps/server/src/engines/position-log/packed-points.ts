import type { TrackPoint } from './position-log.types.ts'

/**
 * Points as they travel to the worker: twelve 32-bit words each, in the order of `COLUMNS`, in one transferable buffer.
 * No object crosses the thread border, so nothing is cloned and nothing is left for the collector.
 */
export const WORDS = 12

/** Columns of `track_points`, in the order of the words. */
export const COLUMNS = [
  'device_key',
  'time_s',
  'lat_e6',
  'lng_e6',
  'speed_dkmh',
  'heading_deg',
  'altitude_m',
  'satellites',
  'signal',
  'alarm_bits',
  'status_bits',
  'odometer_m',
] as const

/** Words that hold unsigned 32-bit values; the others are signed. */
const UNSIGNED: ReadonlySet<string> = new Set(['time_s', 'alarm_bits', 'status_bits', 'odometer_m'])

export const UNSIGNED_WORDS: readonly boolean[] = COLUMNS.map((column) => UNSIGNED.has(column))

/** Writes one point at row `row`. Values are cut to 32 bits; the gateway has checked their ranges. */
export function packPoint(words: Int32Array, row: number, point: TrackPoint): void {
  let at = row * WORDS
  words[at++] = point.deviceKey
  words[at++] = point.timeS
  words[at++] = point.latE6
  words[at++] = point.lngE6
  words[at++] = point.speedDkmh
  words[at++] = point.headingDeg
  words[at++] = point.altitudeM
  words[at++] = point.satellites
  words[at++] = point.signal
  words[at++] = point.alarmBits
  words[at++] = point.statusBits
  words[at] = point.odometerM
}

/** The value of one column of one row. */
export function wordAt(words: Int32Array, row: number, column: number): number {
  const value = words[row * WORDS + column] as number
  return UNSIGNED_WORDS[column] ? value >>> 0 : value
}

/**
 * Row numbers in order of device and time, a point that came twice only once (its alarm bits joined in the row that
 * stays). Rows of one device lie on one page: writing in this order is what makes the disk fast, and PostgreSQL
 * refuses a statement that touches a row twice.
 */
export function sortedRows(words: Int32Array, count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  rows.sort((a, b) => {
    const byDevice = (words[a * WORDS] as number) - (words[b * WORDS] as number)
    if (byDevice !== 0) return byDevice
    const byTime = ((words[a * WORDS + 1] as number) >>> 0) - ((words[b * WORDS + 1] as number) >>> 0)
    return byTime !== 0 ? byTime : a - b
  })
  return rows.subarray(0, joinRepeats(words, rows))
}

const ALARM_WORD = COLUMNS.indexOf('alarm_bits')

function joinRepeats(words: Int32Array, rows: Uint32Array): number {
  let kept = 0
  for (const row of rows) {
    const last = kept > 0 ? (rows[kept - 1] as number) : -1
    if (last >= 0 && words[last * WORDS] === words[row * WORDS] && words[last * WORDS + 1] === words[row * WORDS + 1]) {
      words[last * WORDS + ALARM_WORD] =
        (words[last * WORDS + ALARM_WORD] as number) | (words[row * WORDS + ALARM_WORD] as number)
    } else {
      rows[kept++] = row
    }
  }
  return kept
}
