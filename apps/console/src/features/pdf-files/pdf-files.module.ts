import { defineConsoleFeature } from '../define-console-feature.ts'

export const pdfFilesFeature = defineConsoleFeature({
  name: 'pdf-files',
  pages: [{ path: '/pdf/:id', load: async () => ({ Page: (await import('./pdf-file.page.tsx')).PdfFilePage }) }],
})
