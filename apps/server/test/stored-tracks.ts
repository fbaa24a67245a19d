// Tracks as the server stores them and sums them up, for stores that are made beside it.
import type { TripState } from '@fleetglass/geo'
import { type SlotSum, SUMMED_WIDTH, summedPoint, sumSlot } from '../src/services/tracks/slot-sum.ts'

export { SLOT_S } from '@fleetglass/contract/tracks'
export { COLUMNS, WIDTH, writePoint } from '../src/services/tracks/point-format.ts'
export { summedPoint }

/** Rows of `track_sums` of one device; `slots` in order, with the numbers their sums are made of. */
export function* sumsOf(deviceKey: number, slots: ReadonlyMap<number, readonly number[]>): Generator<number[]> {
  let before: TripState | null = null
  for (const [slot, numbers] of slots) {
    const values = Float64Array.from(numbers)
    const sum = sumSlot(slot, values, before)
    if (sum === null) continue
    yield rowOf(deviceKey, sum)
    before = { last: summedPoint(values, values.length - SUMMED_WIDTH), standingS: sum.standsS }
  }
}

function rowOf(deviceKey: number, sum: SlotSum): number[] {
  const { drivingS, standingS, stops, stoppedS, overspeeds, distanceM, idleS } = sum.totals
  const where = [deviceKey, sum.slot, sum.points, sum.firstS, sum.lastS, Math.round(distanceM * 1000), sum.maxSpeedDkmh]
  return [...where, drivingS, standingS, stops, stoppedS, overspeeds, sum.standsS, idleS]
}
