// The sum of a device and range out of kept sums: only where the range begins or ends, or a driver changed, are points read.
import { SLOT_S } from '@fleetglass/contract/tracks'
import { addTotals, type TripState, TripSummary, type TripTotals } from '@fleetglass/geo'
import type { SlotSum, TrackRange, TrackStore, TrackSums } from '../../services/tracks/index.ts'
import { tripPoint } from './tracks.service.ts'

export interface TripSumDeps {
  readonly store: Pick<TrackStore, 'between'>
  readonly sums: Pick<TrackSums, 'of' | 'settle' | 'stateAt'>
}

/** Called for driving that ended at `toS`, and how many seconds of it there were since `fromS`. */
export type OnDriving = (fromS: number, toS: number, seconds: number) => void

/** Where the sum stands: what was summed up last, and how to go on from it. */
interface Place {
  readonly lastS: number
  readonly standsS: number
  readonly state: () => Promise<TripState | null>
}

const NOTHING: TripTotals = { distanceM: 0, drivingS: 0, standingS: 0, idleS: 0, stops: 0, stoppedS: 0, overspeeds: 0 }

/**
 * The same sum as that of all points of the range. `whole` says whether a span, ends included, may be taken at once: where it
 * says no, `onDriving` is called for each step.
 */
export async function sumTrip(
  { store, sums }: TripSumDeps,
  range: TrackRange,
  whole: (fromS: number, toS: number) => boolean,
  onDriving: OnDriving,
): Promise<TripTotals> {
  const { deviceKey, startS, endS } = range
  await sums.settle([deviceKey])
  const slots = { from: Math.floor(startS / SLOT_S), to: Math.floor(endS / SLOT_S) + 1 }
  let totals = NOTHING
  let place: Place | null = null
  let before: SlotSum | null = null
  for (const sum of await sums.of(deviceKey, slots)) {
    const inside: TrackRange = {
      deviceKey,
      startS: Math.max(startS, sum.slot * SLOT_S),
      endS: Math.min(endS, (sum.slot + 1) * SLOT_S - 1),
    }
    if (place !== null && fits(place, before) && covers(inside, sum) && whole(place.lastS, sum.lastS)) {
      totals = addTotals(totals, sum.totals)
      if (sum.totals.drivingS > 0) onDriving(place.lastS, sum.lastS, sum.totals.drivingS)
      place = placeOf(sum, sums, deviceKey)
    } else {
      const read: TripSummary = await sumPoints(store, inside, (await place?.state()) ?? null, onDriving)
      totals = addTotals(totals, read.totals())
      const state = read.state()
      place = state && { lastS: state.last.timeS, standsS: state.standingS, state: async () => state }
    }
    before = sum
  }
  return totals
}

/** The kept sum goes on from where the sum before it ended; it can be taken only where ours stands there too. */
function fits(place: Place, before: SlotSum | null): boolean {
  return place.lastS === before?.lastS && place.standsS === before.standsS
}

function covers({ startS, endS }: TrackRange, { firstS, lastS }: SlotSum): boolean {
  return startS <= firstS && lastS <= endS
}

function placeOf(sum: SlotSum, sums: Pick<TrackSums, 'stateAt'>, deviceKey: number): Place {
  return { lastS: sum.lastS, standsS: sum.standsS, state: () => sums.stateAt(deviceKey, sum) }
}

async function sumPoints(
  store: Pick<TrackStore, 'between'>,
  range: TrackRange,
  state: TripState | null,
  onDriving: OnDriving,
): Promise<TripSummary> {
  const summary = new TripSummary(state)
  for await (const page of store.between(range)) {
    for (const point of page) {
      const drivenS = summary.add(tripPoint(point))
      if (drivenS > 0) onDriving(point.timeS - drivenS, point.timeS, drivenS)
    }
  }
  return summary
}
