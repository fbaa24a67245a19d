/** Where the worker writes: one transaction per call, everything or nothing. */
export interface PointStore {
  write(words: Int32Array, count: number): void | Promise<void>
  close(): void | Promise<void>
}

/** Which database, as plain data: it is handed to the worker thread. */
export type PointDatabase =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string }
