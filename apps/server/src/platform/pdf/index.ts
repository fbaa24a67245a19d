export { createPdfWriter, type PdfWriter } from './pdf.ts'
export type { TableDocument } from './pdf.types.ts'
