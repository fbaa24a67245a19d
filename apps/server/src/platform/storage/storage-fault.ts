/** The data folder was taken away under the server: what is written now is lost with the file that has no name. */
export class FolderGone extends Error {
  readonly code = 'FOLDER_GONE'

  constructor(path: string) {
    super(`the data folder ${path} is gone or was replaced; stop the server, put it back and start again`)
  }
}

export class DiskFull extends Error {
  readonly code = 'ENOSPC'

  constructor(freeBytes: number) {
    super(`${freeBytes} bytes are free on the disk of the data folder`)
  }
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/, 'the disk is full'],
  [/^SQLITE_(BUSY|LOCKED)/, 'the database is locked by another program'],
  [/^(SQLITE_(IOERR|READONLY|CANTOPEN)|EROFS)/, 'the data folder cannot be written'],
  [/^FOLDER_GONE$/, 'its data folder is gone'],
  [/^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|57P0[123])$/, 'the database does not answer'],
]

/**
 * Why the server cannot store anything, as a sentence for the person who asked; `null` for an error that has another
 * cause.
 */
export function explainStorageFault(error: unknown): string | null {
  const { code } = error as { readonly code?: unknown }
  if (typeof code !== 'string') return null
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1]
  return reason === undefined ? null : `The server cannot store anything now: ${reason}`
}
