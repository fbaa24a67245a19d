/** PDF files, and the page that shows one. The titles and the page number stand in the file. */
export const pdfFilesTexts = {
  'pdfFiles.eventdetail': 'Event details',
  'pdfFiles.eventsummary': 'Event summary',
  'pdfFiles.mileage': 'Mileage',
  'pdfFiles.netflow': 'Device netflow',
  'pdfFiles.pageOf': 'Page {page} of {pages}',
  'pdfFiles.making': 'Creating the PDF file…',
  'pdfFiles.download': 'Download',
  'pdfFiles.frame': 'PDF file',
  'pdfFiles.gone': 'This PDF file cannot be shown',
  'pdfFiles.tooManyRows': 'A PDF file has at most {{most}} rows. Choose fewer rows, or export CSV.',
} as const
