import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { StartError } from '../errors/index.ts'

/** The folder of everything that is kept, ours alone until `release`. */
export interface DataFolder {
  /** Absolute path. */
  readonly path: string
  /** The embedded database. */
  readonly databaseFile: string
  /** Recordings. */
  readonly mediaFolder: string
  /** Why other users of this machine can read what lies in it, and what to do; `null`: they cannot. */
  readonly exposure: string | null
  release(): void
}

/**
 * Makes the folder and takes it. The lock is one that the system drops when the process ends in whatever way, so a server
 * that was killed leaves nothing to clean up.
 */
export function takeDataFolder(folder: string): DataFolder {
  const path = resolve(folder)
  const mediaFolder = join(path, 'media')
  useFolder(
    path,
    (code) =>
      `The data folder ${path} cannot be written (${code}). Give the user that runs Fleetglass the right to it, or choose another with --data.`,
  )
  useFolder(
    mediaFolder,
    (code) =>
      `The media folder ${mediaFolder} cannot be used (${code}). It must be a folder, or a link to one, that the user that runs Fleetglass may write. Is its disk mounted?`,
  )
  const release = lock(path)
  return {
    path,
    databaseFile: join(path, 'fleetglass.sqlite'),
    mediaFolder,
    exposure: exposureOf(path),
    release,
  }
}

/** Makes the folder where there is none; `refusal` gets the code of the error, such as `EACCES`. */
function useFolder(path: string, failure: (code: string) => string): void {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(failure((error as NodeJS.ErrnoException).code ?? 'unknown'))
  }
}

/** A data folder whose server is stopped, for a visitor that changes nothing in it. */
export type VisitedFolder = Omit<DataFolder, 'exposure'>

/**
 * Takes a folder that is there, links resolved. No server can start on it until `release`; other visitors may come. Throws `StartError` for
 * what is no data folder, and while a server runs on it.
 */
export function visitDataFolder(folder: string): VisitedFolder {
  const path = realFolder(resolve(folder))
  const databaseFile = join(path, 'fleetglass.sqlite')
  if (!existsSync(databaseFile)) {
    throw new StartError(
      `${path} is no data folder with a database: it has no fleetglass.sqlite. Name the data folder of the server, as its --data does.`,
    )
  }
  return { path, databaseFile, mediaFolder: join(path, 'media'), release: lockShared(path) }
}

function realFolder(path: string): string {
  try {
    const real = realpathSync(path)
    if (!statSync(real).isDirectory()) throw new StartError(`${path} is no folder.`)
    accessSync(real, constants.R_OK | constants.X_OK)
    return real
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      code === 'ENOENT'
        ? `There is no folder ${path}.`
        : `The folder ${path} cannot be read (${code}). Use the user that runs Fleetglass.`,
    )
  }
}

const OTHERS = 0o077

/** Modes of a folder that an administrator made are theirs to change. */
function exposureOf(path: string): string | null {
  const mode = statSync(path).mode & 0o777
  if ((mode & OTHERS) === 0) return null
  return `The data folder ${path} is open to other users of this machine (mode ${mode.toString(8)}). Close it with: chmod 700 ${path}`
}

// Node has no file lock; an exclusive transaction on an empty SQLite file is one.
function lock(path: string): () => void {
  let file: BetterSqlite3.Database | null = null
  try {
    file = new BetterSqlite3(join(path, 'lock.sqlite'), { timeout: 0 })
    file.exec('begin exclusive')
  } catch (error) {
    file?.close()
    const { code, message } = error as { code?: string; message: string }
    throw new StartError(
      code === 'SQLITE_BUSY'
        ? `The data folder ${path} is used by another running Fleetglass server. Stop that one, or choose another folder with --data.`
        : `The data folder ${path} cannot be locked (${message}). Is its disk full or read-only? Choose another with --data.`,
    )
  }
  const opened = file
  return () => opened.close()
}

/** Shared by visitors, in the way of a server; needs no right to write. */
function lockShared(path: string): () => void {
  const lockFile = join(path, 'lock.sqlite')
  let file: BetterSqlite3.Database | null = null
  try {
    // A copy of a folder may come without it, and a server that starts meanwhile has to find it taken.
    if (!existsSync(lockFile)) writeFileSync(lockFile, '', { flag: 'a', mode: 0o600 })
    file = new BetterSqlite3(lockFile, { readonly: true, timeout: 0 })
    file.exec('begin')
    file.prepare('select 1 from sqlite_master').all()
  } catch (error) {
    file?.close()
    const { code, message } = error as { code?: string; message: string }
    // Where nobody can write, no server can start.
    if (code === 'EACCES' || code === 'EROFS') return () => undefined
    throw new StartError(
      code === 'SQLITE_BUSY'
        ? `A Fleetglass server runs on the data folder ${path}. Stop it first: what it stores meanwhile would be left behind.`
        : `The data folder ${path} cannot be locked (${message}). Use the user that runs Fleetglass.`,
    )
  }
  const opened = file
  return () => opened.close()
}
