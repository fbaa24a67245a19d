import { createPdfWriter } from '../../platform/pdf/index.ts'
import { defineFeature } from '../define-feature.ts'
import { pdfFileEndpoints } from './pdf-files.routes.ts'
import { createPdfFiles } from './pdf-files.service.ts'

/** Tables that pages show, as PDF files. */
export const pdfFilesFeature = defineFeature({
  name: 'pdf-files',
  needs: ['clock', 'log', 'threads', 'utcOffsetS'],
  start({ clock, log, threads, utcOffsetS }) {
    const files = createPdfFiles({ clock, utcOffsetS, writer: createPdfWriter({ log, threads }) })
    return { endpoints: pdfFileEndpoints(files), close: () => files.close() }
  },
})
