export { pdfFilesFeature } from './pdf-files.module.ts'
