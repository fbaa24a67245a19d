export { createUploads } from './uploads.ts'
