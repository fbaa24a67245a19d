export { downloadFirmware, type FirmwareSource } from './firmware-download.ts'
export { ownFile } from './own-file.ts'
export { Upload } from './upload.ts'
export { Uploads } from './uploads.ts'
