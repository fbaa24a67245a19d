export { ownFile } from './own-file.ts'
export { Upload } from './upload.ts'
export { Uploads } from './uploads.ts'
