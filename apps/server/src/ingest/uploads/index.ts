export { createDeviceAccounts } from './device-accounts.ts'
export { createMultimedia, type Multimedia, type MultimediaBody } from './multimedia.ts'
export { createUploads } from './uploads.ts'
