export { createFirmwareDownloads, type FirmwareDownloads } from './firmware-downloads.ts'
export { createFirmwareFilesStore } from './firmware-files.store.ts'
export { type FirmwareFolder, openFirmwareFolder } from './firmware-folder.ts'
export { type ConnectionUploads, createFirmwareStore, type FirmwareStore } from './firmware-store.ts'
