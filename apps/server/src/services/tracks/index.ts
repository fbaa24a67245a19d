export { createLastPoints } from './last-points.store.ts'
export {
  COLUMNS,
  NO_CLOCK,
  type PointRow,
  readPoint,
  WIDTH,
  writePoint,
} from './point-format.ts'
export type { SlotSum } from './slot-sum.ts'
export { createTrackStore, type TrackRange, type TrackStore } from './track.store.ts'
export { trackPartitions } from './track-partitions.store.ts'
export { createTrackRetentionStore } from './track-retention.store.ts'
export { trackRetention } from './track-retention.ts'
export type { DaySum, HalfHourSum, RangeSum } from './track-sums.store.ts'
export { createTrackSums, MOST_SETTLED, type TrackSums } from './track-sums.ts'
export {
  beginText,
  endText,
  mediaTypes,
  noPoints,
  pageText,
  type TrackTextOptions,
  type TrackTextState,
} from './track-text.ts'
