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
  return typeof code === 'string' ? (ofPostgres[code] ?? null) : null
}

/** By the code that PostgreSQL gives an error. */
const ofPostgres: Readonly<Record<string, string>> = {
  '42501':
    'The role of the database may not make tables there. Make it the owner of the database: alter database … owner to …',
  '3F000':
    'The role of the database finds no schema to make tables in. Give it one: alter role … set search_path to public.',
  '53100': 'The disk of PostgreSQL is full. Make room there, then run the same command again.',
  '53200': 'PostgreSQL has no memory left. See docs/postgresql.md for its settings.',
  '53300': 'PostgreSQL takes no more connections. Raise max_connections there, or stop what uses them.',
  '25006': 'The database cannot be written: it is a standby, or set to read only. Use the address of the primary.',
  '57P01': 'PostgreSQL was stopped. Start it, then run the same command again.',
  '57P03': 'PostgreSQL is starting or stopping. Wait until it runs, then run the same command again.',
}
