/** A table that becomes a PDF file. */
export interface TableDocument {
  readonly title: string
  /** Stands below the title, such as the range of time; '' for none. */
  readonly subtitle: string
  /** Of the page: from the right, the first column is the rightmost one. */
  readonly direction: 'ltr' | 'rtl'
  /** PNG or JPEG; `null`: the mark and the name of the product. */
  readonly logo: Uint8Array | null
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly string[])[]
  /** The last row, in which sums stand; empty for none. */
  readonly totals: readonly string[]
  /** `{page}` and `{pages}` are filled in. */
  readonly pageText: string
  readonly footer: string
}

export interface TableColumn {
  readonly label: string
  /** Numbers stand at the end of their column. */
  readonly numeric: boolean
}

/** The code of the error with which the thread rejects a table whose logo cannot be drawn. */
export const UNREADABLE_LOGO = 'unreadable-logo'
