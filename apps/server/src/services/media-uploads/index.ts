export { MediaUploads } from './media-uploads.ts'
