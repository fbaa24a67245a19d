export { withAdts } from './adts-header.ts'
export { recordedFiles } from './recorded-files.ts'
export { createRecordedMinutes, type RecordedMinutes } from './recorded-minutes.store.ts'
export { isUnlocked, LONGEST_SEGMENT_MS, type RecordingStore } from './recording.store.ts'
export { readRecordingHeads } from './recording-heads.ts'
export { reloadRecording } from './recording-reload.ts'
export {
  createRecordingIndex,
  createRecordingReader,
  type RecordingIndex,
  type RecordingReader,
} from './recordings.ts'
export type {
  Clip,
  CutProgress,
  IndexReport,
  RecordingCuts,
  RecordingLock,
  RecordingLocks,
  Recordings,
} from './recordings.types.ts'
export { recordingsSince } from './recordings-since.ts'
export { segmentLabel } from './segment-label.ts'
