import {
  degreesFromE6,
  kmhFromDkmh,
  type TripPoint,
  type TripState,
  TripSummary,
  type TripTotals,
} from '@fleetglass/geo'
import { MOTION_PER_DKMH } from './point-format.ts'

/** What a device did in a quarter of an hour. The step from the point before belongs to the slot it ends in. */
export interface SlotSum {
  /** Unix time in quarters of an hour. */
  readonly slot: number
  readonly points: number
  readonly firstS: number
  readonly lastS: number
  readonly maxSpeedDkmh: number
  /** The distance in whole millimetres. */
  readonly totals: TripTotals
  /** How long it had been standing at the last point, up to `STOP_S`. */
  readonly standsS: number
}

/** Numbers per point that a sum is made of: time, latitude, longitude, `motion`. */
export const SUMMED_WIDTH = 4

/** One of these points. */
export function summedPoint(values: Float64Array, at: number): TripPoint {
  return {
    timeS: values[at]!,
    lat: degreesFromE6(values[at + 1]!),
    lng: degreesFromE6(values[at + 2]!),
    speedKmh: kmhFromDkmh(Math.floor(values[at + 3]! / MOTION_PER_DKMH)),
    isIgnitionOn: values[at + 3]! % 2 === 1,
  }
}

/** The sum of one slot's points, in order; `before` is where the sum of all points before it stands. No points have none. */
export function sumSlot(slot: number, values: Float64Array, before: TripState | null): SlotSum | null {
  const summary = new TripSummary(before)
  let maxSpeedDkmh = 0
  for (let at = 0; at < values.length; at += SUMMED_WIDTH) {
    summary.add(summedPoint(values, at))
    maxSpeedDkmh = Math.max(maxSpeedDkmh, Math.floor(values[at + 3]! / MOTION_PER_DKMH))
  }
  const state = summary.state()
  if (values.length === 0 || state === null) return null
  const totals = summary.totals()
  return {
    slot,
    points: values.length / SUMMED_WIDTH,
    firstS: values[0]!,
    lastS: state.last.timeS,
    maxSpeedDkmh,
    totals: { ...totals, distanceM: Math.round(totals.distanceM * 1000) / 1000 },
    standsS: state.standingS,
  }
}
