export { autoUploadFeature } from './auto-upload.module.ts'
