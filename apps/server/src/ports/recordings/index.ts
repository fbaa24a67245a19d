export { createBusGapFills, serveGapFills } from './bus-gap-fills.ts'
export { createBusRecordings } from './bus-recordings.ts'
export type {
  FootageFiles,
  FootageKey,
  FootageWriter,
  GapFill,
  GapFills,
  StoredFootageFile,
  StoredPart,
} from './device-footage.types.ts'
export { isDiskFull } from './is-disk-full.ts'
export type {
  ClosedRecordings,
  DiskState,
  RecordedRange,
  RecordingDisk,
  RecordingPlace,
  RecordingTrouble,
  RunningRecordings,
  Segment,
} from './recordings.types.ts'
export { dayName, minuteOf, parseSegmentPath, parseSetAsidePath, segmentPath } from './segment-path.ts'
export { serveRecordings } from './serve-recordings.ts'
