export { createBusCovers, serveCovers } from './bus-covers.ts'
export { createBusRecordings } from './bus-recordings.ts'
export type { Clip, ClipFile, Clips, ClipWriter, Cover, Covers, HeldClip } from './device-footage.types.ts'
export type {
  ClosedRecordings,
  DiskState,
  RecordedRange,
  RecordingDisk,
  RecordingTrouble,
  RunningRecordings,
  Segment,
} from './recordings.types.ts'
export { dayName, minuteOf, parseSegmentPath, parseSetAsidePath, segmentPath } from './segment-path.ts'
export { serveRecordings } from './serve-recordings.ts'
