export { AUTO_UPLOAD_FOLDER } from './auto-upload-folder.ts'
export { createAutoUploads } from './auto-uploads.ts'
export type { AutoUploads, StoredAutoUpload } from './auto-uploads.types.ts'
