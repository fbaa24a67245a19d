import { PDF_BODY_BYTES_MAX, pdfFilesPath, pdfRequestSchema } from '@fleetglass/contract/pdf-files'
import { z } from 'zod'
import { Content, endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { PdfFiles } from './pdf-files.service.ts'

/** What a page shows, as a PDF file (API2-147). */
export const pdfFileEndpoints = (files: PdfFiles): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: pdfFilesPath,
    access: 'login',
    audit: 'Requested a PDF file',
    body: pdfRequestSchema,
    largeBodyBytes: PDF_BODY_BYTES_MAX,
    handle: ({ account, body }) => ({ hasError: false, id: files.add(account.id, body.tmp) }),
  }),
  endpoint({
    method: 'GET',
    path: `${pdfFilesPath}/:id`,
    access: 'login',
    audit: 'Read a PDF file',
    body: z.object({}),
    async handle({ account, params }) {
      const bytes = await files.read(account.id, params.id ?? '')
      return new Content({ bytes, type: 'application/pdf', encoding: null, cacheForever: false })
    },
  }),
]
