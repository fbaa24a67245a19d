import type { TextKey } from '@fleetglass/texts'
import { z } from 'zod'

/**
 * `POST` with `tmp` keeps a table for ten minutes and answers `{hasError, id}` (API2-147); `GET /tmp/{id}` is the PDF file, for the user
 * who sent it. The console shows it at `/pdf/{id}`.
 */
export const pdfFilesPath = '/tmp'
export const pdfFilePath = (id: string): string => `${pdfFilesPath}/${encodeURIComponent(id)}`
/** The page of the console that shows the file (EXPORT-14). */
export const pdfViewerPath = (id: string): string => `/pdf/${encodeURIComponent(id)}`

/** EXPORT-13, EXPORT-14. */
export const PDF_TYPES = ['eventdetail', 'eventsummary', 'mileage', 'netflow'] as const
export type PdfType = (typeof PDF_TYPES)[number]

/** The titles of the files, and the line at the foot of their pages. */
export const pdfTexts = {
  titles: {
    eventdetail: 'pdfFiles.eventdetail',
    eventsummary: 'pdfFiles.eventsummary',
    mileage: 'pdfFiles.mileage',
    netflow: 'pdfFiles.netflow',
  },
  pageOf: 'pdfFiles.pageOf',
} as const satisfies { readonly titles: Readonly<Record<PdfType, TextKey>>; readonly pageOf: TextKey }

export const PDF_VALID_MS = 10 * 60_000
export const PDF_ROWS_MAX = 5_000
export const PDF_COLUMNS_MAX = 60
/** Characters. */
const PDF_CELL_MAX = 1_000
const PDF_LABEL_MAX = 200
/** Of the body of the call. */
export const PDF_BODY_BYTES_MAX = 4 * 1024 * 1024
const PDF_LOGO_CHARACTERS_MAX = 400_000

const cell = z.string('is no text').max(PDF_CELL_MAX, `has more than ${PDF_CELL_MAX} characters`)
const label = z.string('is no text').max(PDF_LABEL_MAX, `has more than ${PDF_LABEL_MAX} characters`)
const cells = z.array(cell, 'is no list').max(PDF_COLUMNS_MAX, `has more than ${PDF_COLUMNS_MAX} columns`)

export const pdfTableSchema = z.object({
  /** Of the title and the page numbers, and with it the direction of the page. */
  language: z.string().max(10).default('en'),
  subtitle: label.default(''),
  columns: z
    .array(z.object({ label, numeric: z.boolean().default(false) }), 'is no list')
    .min(1, 'names no column')
    .max(PDF_COLUMNS_MAX, `has more than ${PDF_COLUMNS_MAX} columns`),
  rows: z.array(cells, 'is no list').max(PDF_ROWS_MAX, `has more than ${PDF_ROWS_MAX} rows`),
  /** The cells of a last row with sums; left out: there is none. */
  totals: cells.default([]),
})
export type PdfTable = z.input<typeof pdfTableSchema>

export const pdfRequestSchema = z.object({
  tmp: z.object({
    /** `data:image/png;base64,…` or JPEG; empty: the mark of the product. */
    logo: z.string('is no text').max(PDF_LOGO_CHARACTERS_MAX, 'is too large').default(''),
    type: z.enum(PDF_TYPES, 'is no type of PDF file'),
    data: pdfTableSchema,
  }),
})
export type PdfRequest = z.infer<typeof pdfRequestSchema>['tmp']

export const pdfAnswerSchema = z.object({ hasError: z.literal(false), id: z.string() })
