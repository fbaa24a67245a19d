import {
  PDF_ROWS_MAX,
  type PdfTable,
  type PdfType,
  pdfAnswerSchema,
  pdfFilePath,
  pdfFilesPath,
  pdfViewerPath,
} from '@fleetglass/contract/pdf-files'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useServerCall } from '../../engines/channel/index.ts'
import { useLanguages, usePreferences, useSite } from '../../platform/preferences/index.ts'
import { storageKeys } from '../../platform/storage/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { logoPicture } from './logo-picture.ts'
import type { FileColumn } from './table-files.ts'

export interface PdfFileOf<Row> {
  readonly type: PdfType
  readonly subtitle?: string
  readonly columns: readonly FileColumn<Row>[]
  readonly rows: readonly Row[]
  /** The cells of a last row. */
  readonly totals?: readonly string[]
}

/** Sends a table to the server and opens the page that shows it as a PDF file (EXPORT-12). A failure is shown by the mutation cache. */
export function usePdfFile() {
  const t = useText()
  const call = useServerCall()
  const navigate = useNavigate()
  const { shown: language } = useLanguages()
  const { logo } = useSite()
  const { store } = usePreferences()
  const { mutate, isPending } = useMutation({
    async mutationFn({ type, data }: { readonly type: PdfType; readonly data: PdfTable }) {
      if (data.rows.length > PDF_ROWS_MAX) throw new Error(t('pdfFiles.tooManyRows', { most: PDF_ROWS_MAX }))
      const tmp = { logo: await logoPicture(logo), type, data }
      return pdfAnswerSchema.parse(await call('POST', pdfFilesPath, { tmp }))
    },
    onSuccess({ id }) {
      // A console in a new tab needs the stored login. Without one the tab shows the file alone, for which the cookie suffices.
      const hasLogin = store.get(storageKeys.autoLogin) === 'true'
      const opened = window.open(hasLogin ? pdfViewerPath(id) : pdfFilePath(id), '_blank')
      // A browser that blocks new windows shows it in this one.
      if (opened === null) void navigate(pdfViewerPath(id))
    },
  })
  return {
    isPending,
    open<Row>({ type, subtitle = '', columns, rows, totals = [] }: PdfFileOf<Row>): void {
      const data = {
        language,
        subtitle,
        columns: columns.map(({ label, numeric = false }) => ({ label, numeric })),
        rows: rows.map((row) => columns.map(({ value }) => String(value(row)))),
        totals: [...totals],
      }
      mutate({ type, data })
    },
  }
}
