export { Uploads } from './uploads.ts'
