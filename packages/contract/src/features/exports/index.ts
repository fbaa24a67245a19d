export { type ExportParameters, exportAddress, exportSchema } from './exports.address.ts'
export {
  LOCK_REASON_MAX,
  type LockRequest,
  lockAccess,
  lockListRequestSchema,
  lockRequestSchema,
  type RecordingLock,
  type RecordingRoom,
  recordingLocksPath,
  recordingLocksSchema,
  recordingRoomPath,
  recordingRoomSchema,
  unlockRequestSchema,
} from './exports.http.ts'
export {
  DEFAULT_EXPORT_S,
  EXPORT_ASK_PERIOD_MS,
  EXPORT_KEPT_MS,
  type ExportAnswer,
  type ExportStep,
  exportDurationS,
  exportDurationsS,
  exportFileName,
  LONGEST_EXPORT_S,
  mayDownload,
  readExportAnswer,
  writeExportAnswer,
} from './exports.rules.ts'
