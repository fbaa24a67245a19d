export { createLastPoints } from './last-points.store.ts'
export {
  COLUMNS,
  COLUMNS as POINT_COLUMNS,
  NO_CLOCK,
  type PointRow,
  readPoint,
  readPoints,
  WIDTH,
  writePoint,
} from './point-format.ts'
export type { SlotSum } from './slot-sum.ts'
export { createTrackRetentionStore } from './track-retention.store.ts'
export { trackRetention } from './track-retention.ts'
export type { DaySum, HalfHourSum } from './track-sums.store.ts'
export { createTrackSums, MOST_SETTLED, type TrackSums } from './track-sums.ts'
