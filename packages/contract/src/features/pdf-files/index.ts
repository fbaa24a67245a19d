export {
  PDF_BODY_BYTES_MAX,
  PDF_ROWS_MAX,
  PDF_VALID_MS,
  type PdfRequest,
  type PdfTable,
  type PdfType,
  pdfAnswerSchema,
  pdfFilePath,
  pdfFilesPath,
  pdfRequestSchema,
  pdfTexts,
  pdfViewerPath,
} from './pdf-files.http.ts'
