// The columns of `track_points` and what their numbers hold. A point with its place in the tree takes 40 bytes on SQLite
// only when values that are small and always read together share a column: a column costs a byte, and a number as many
// as it needs (1, 2, 3, 4 or 6).
import type { TrackPoint } from '../../ports/position-log/index.ts'

/** In the order in which `writePoint` writes them. */
export const COLUMNS = ['device_key', 'time_s', 'lat_e6', 'lng_e6', 'motion', 'state', 'alarm_bits'] as const

/** Numbers per point. */
export const WIDTH = COLUMNS.length

/** A row as it is stored. */
export interface PointRow {
  readonly device_key: number
  readonly time_s: number
  readonly lat_e6: number
  readonly lng_e6: number
  /** speed 12 bits (0.1 km/h) · heading 9 (degrees) · altitude 13 (metres + 1000) · satellites 5 · signal 7 · ACC 1. */
  readonly motion: number
  /**
   * status bits 4–17 · status bits 18–22 · odometer 24 bits (100 m, as it is sent). Below 0 (`-1 - state`): the device
   * had no clock. Bits 1 to 3 say what the row says: located, and the signs of its place.
   */
  readonly state: number
  readonly alarm_bits: number
}

/** Speed is what `motion` is ordered by: `motion >= speedDkmh * MOTION_PER_DKMH` finds the fast ones. */
export const MOTION_PER_DKMH = 2 ** 35

/** In `TrackPoint.statusBits`, above all that the standard uses: no clock, `timeS` is the time of arrival. Never drawn. */
export const NO_CLOCK = 0x8000_0000

const MOST = { speedDkmh: 4_095, satellites: 31, signal: 127, odometerHm: 2 ** 24 - 1 }
const ALTITUDE = { least: -1_000, most: 7_191 }

const ACC_ON = 1 << 0
const LOCATED = 1 << 1
const SOUTH = 1 << 2
const WEST = 1 << 3

/** Writes one point at `at`: numbers in one array, nothing for the collector. What no vehicle does is cut to its bounds. */
export function writePoint(values: Float64Array, at: number, point: TrackPoint): void {
  values[at] = point.deviceKey
  values[at + 1] = point.timeS
  values[at + 2] = point.latE6
  values[at + 3] = point.lngE6
  values[at + 4] = motionOf(point)
  values[at + 5] = stateOf(point)
  values[at + 6] = point.alarmBits
}

/** The point of a row. */
export function readPoint(row: PointRow): TrackPoint {
  const { time_s: timeS, lat_e6: latE6, lng_e6: lngE6, motion } = row
  const hasClock = row.state >= 0
  const state = hasClock ? row.state : -1 - row.state
  const bits = Math.floor(state / 2 ** 24)
  const status =
    ((bits >>> 5) << 4) | ((bits & 0x1f) << 18) | (latE6 < 0 ? SOUTH : 0) | (lngE6 < 0 ? WEST : 0) | LOCATED
  // The low 26 bits as an integer of their own: the whole is too wide for shifts.
  const low = motion % 2 ** 26
  const high = Math.floor(motion / 2 ** 26)
  return {
    deviceKey: row.device_key,
    timeS,
    latE6,
    lngE6,
    alarmBits: row.alarm_bits,
    speedDkmh: high >>> 9,
    headingDeg: high & 0x1ff,
    altitudeM: (low >>> 13) + ALTITUDE.least,
    satellites: (low >>> 8) & 0x1f,
    signal: (low >>> 1) & 0x7f,
    statusBits: (status | (motion % 2) | (hasClock ? 0 : NO_CLOCK)) >>> 0,
    odometerM: (state % 2 ** 24) * 100,
  }
}

/** The points of rows that were read as numbers, in the order of `COLUMNS`. */
export function readPoints(values: Float64Array): TrackPoint[] {
  return Array.from({ length: values.length / WIDTH }, (_, row) => {
    const at = row * WIDTH
    return readPoint({
      device_key: values[at]!,
      time_s: values[at + 1]!,
      lat_e6: values[at + 2]!,
      lng_e6: values[at + 3]!,
      motion: values[at + 4]!,
      state: values[at + 5]!,
      alarm_bits: values[at + 6]!,
    })
  })
}

function motionOf({ speedDkmh, headingDeg, altitudeM, satellites, signal, statusBits }: TrackPoint): number {
  const high = (Math.min(speedDkmh, MOST.speedDkmh) << 9) | (headingDeg % 360)
  const altitude = Math.min(Math.max(altitudeM, ALTITUDE.least), ALTITUDE.most) - ALTITUDE.least
  const radio = (Math.min(satellites, MOST.satellites) << 8) | (Math.min(signal, MOST.signal) << 1)
  return high * 2 ** 26 + ((altitude << 13) | radio | (statusBits & ACC_ON))
}

function stateOf({ statusBits, odometerM }: TrackPoint): number {
  // Which satellites are used (18–21) is reported by every device, doors and loads by few: the first are to stay small.
  const bits = (((statusBits >>> 4) & 0x3fff) << 5) | ((statusBits >>> 18) & 0x1f)
  const state = bits * 2 ** 24 + Math.min(Math.floor(odometerM / 100), MOST.odometerHm)
  return statusBits >= NO_CLOCK ? -1 - state : state
}
