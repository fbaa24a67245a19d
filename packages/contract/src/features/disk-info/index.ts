export {
  DISK_INFO_PERIOD_MS,
  DISK_STATUSES,
  type DiskInfo,
  type DiskStatus,
  diskInfoPath,
  diskInfoSchema,
  type RecordingDiskInfo,
  recordingDiskSchema,
} from './disk-info.http.ts'
