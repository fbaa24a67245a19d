export type { SlotSum } from './slot-sum.ts'
export type { DaySum } from './track-sums.store.ts'
export { createTrackSums, MOST_SETTLED, type TrackSums } from './track-sums.ts'
