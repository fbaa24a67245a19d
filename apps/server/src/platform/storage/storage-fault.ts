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
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|57P0[123])$/, 'the database does not answer'],
]

/** Errors of the driver of PostgreSQL that have no code. */
const NO_ANSWER = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/

/**
 * Why the server cannot store anything, as a sentence for the person who asked; `null` for an error that has another
 * cause.
 */
export function explainStorageFault(error: unknown): string | null {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  const known = typeof code === 'string' ? code : NO_ANSWER.test(String(message)) ? 'ETIMEDOUT' : ''
  const reason = reasons.find(([pattern]) => pattern.test(known))?.[1]
  return reason === undefined ? null : `The server cannot store anything now: ${reason}`
}
