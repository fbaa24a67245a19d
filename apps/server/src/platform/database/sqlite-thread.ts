/** Messages between the driver and the thread of one SQLite connection. */
export type SqliteRequest =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'insert-numbers'; readonly tables: readonly SqliteNumbers[] }
  | { readonly kind: 'read-numbers'; readonly sql: string; readonly parameters: readonly unknown[] }

/** Rows of one table: the statement that writes a row, and its values row after row. */
export interface SqliteNumbers {
  readonly sql: string
  readonly width: number
  readonly values: Float64Array
}

export interface SqliteReply {
  readonly rows: unknown[]
  readonly changes: number
  readonly lastId: number
}

export interface SqliteThreadData {
  readonly file: string
  readonly role: 'writer' | 'reader'
  /** How often the writer brings what its log holds into the file. */
  readonly checkpointMs: number
}
