/** What is said between the driver and the thread of one SQLite connection. */
export type SqliteRequest =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'insert-numbers'; readonly sql: string; readonly width: number; readonly values: Float64Array }
  | { readonly kind: 'close' }

export interface SqliteReply {
  readonly rows: unknown[]
  readonly changes: number
  readonly lastId: number
}

export interface SqliteThreadData {
  readonly file: string
  readonly role: 'writer' | 'reader'
}
