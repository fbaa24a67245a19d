import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
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
