import { StartError } from './platform/errors/index.ts'

/**
 * What kept the server from starting, as one sentence that says what to do; `null` for what is a bug and deserves its
 * stack.
 */
export function explainStartFailure(error: unknown): string | null {
  if (error instanceof StartError) return error.message
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop that one, or choose another port (fleetglass serve --help).`
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be opened by this user. Choose one above 1023, or allow it to this user.`
  }
  if (code === 'EADDRNOTAVAIL') {
    return `The address ${address} is not one of this machine. Choose another with --host (0.0.0.0 is all of them).`
  }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return 'The disk of the data folder is full. Make room, or choose another folder with --data.'
  }
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return 'The database file in the data folder is damaged. Restore it from a backup, or choose another folder with --data.'
  }
  if (code === 'SQLITE_READONLY' || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_IOERR') {
    return 'The database file in the data folder cannot be written. Give the user that runs Fleetglass the right to it.'
  }
  return null
}
