export type { FileSink, Refusal, Upload, UploadOrder, UploadOver, UploadPlace, Uploads } from './files.types.ts'
