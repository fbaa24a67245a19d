import { AppError, type ErrorCode } from '@fleetglass/contract/errors'

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

const codes = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/, 'disk-full'],
  [/^SQLITE_(BUSY|LOCKED)/, 'database-locked'],
  [/^(SQLITE_(IOERR|READONLY|CANTOPEN)|EROFS)/, 'data-folder-read-only'],
  [/^FOLDER_GONE$/, 'data-folder-gone'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|57P0[123])$/, 'database-silent'],
] as const satisfies readonly (readonly [RegExp, ErrorCode])[]

/** Errors of the driver of PostgreSQL that have no code. */
const NO_ANSWER = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/

/** Why the server cannot store anything; `null` for an error that has another cause. */
export function storageFault(error: unknown): AppError | null {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  const known = typeof code === 'string' ? code : NO_ANSWER.test(String(message)) ? 'ETIMEDOUT' : ''
  const found = codes.find(([pattern]) => pattern.test(known))?.[1]
  return found === undefined ? null : new AppError(found)
}
