export { type DiskEntry, RecordingDiskList } from './disk-list.ts'
export { FolderUsage } from './folder-usage.ts'
export { RecordingRates } from './recording-rates.ts'
