// Belongs here: whether what is stored reaches the disk. Does not: room for recordings (ingest/recorder).

import { stat, statfs } from 'node:fs/promises'
import { AppError } from '@fleetglass/contract/errors'
import type { Clock } from '../clock/index.ts'
import type { Database, NumberRows } from '../database/index.ts'
import { DiskFull, FolderGone, storageFault } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import { probeWrite } from './probe.store.ts'

/** Watches that the database takes writes and that the data folder is still the one the server started with. */
export interface StorageWatch {
  /** Why nothing can be stored, or `null`. */
  readonly fault: string | null
  /** `database.insertNumbers` that fails when what was written has no place in a folder any more. */
  insertNumbers(...tables: readonly NumberRows[]): Promise<void>
  /** Reports that a write failed. It is logged once, until a write succeeds again or the cause changes. */
  failed(error: Error, what: string): void
  close(): void
}

export interface StorageWatchDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  /** The data folder, and the files in it that must stay what they are. */
  readonly paths: readonly string[]
}

const PERIOD_MS = 5_000
/** With less room on its disk the folder counts as full: a small write may still fit where the next real one does not. */
const LEAST_FREE_BYTES = 4 * 1024 * 1024
/** A write that waits so long counts as one that cannot be done. */
const SLOW_MS = 10_000
const SLOW_PERIOD_MS = 1_000
const NO_ANSWER = new AppError('database-silent').message

/** Resolves after the first look. */
export async function createStorageWatch(deps: StorageWatchDeps): Promise<StorageWatch> {
  const { clock, database, paths } = deps
  const log = deps.log.child({ part: 'storage' })
  const identities = await Promise.all(paths.map(identityOf))
  let fault: string | null = null
  let isProbing = false
  /** When each write began that has no answer yet. */
  const writing = new Set<{ readonly sinceMs: number }>()

  let logged = ''
  const report = (found: string | null, error?: unknown): void => {
    if (found === fault) return
    fault = found
    logged = ''
    if (found === null) log.info('everything can be stored again')
    else log.error({ err: error }, found)
  }
  const assertFolder = async (): Promise<void> => {
    const now = await Promise.all(paths.map(identityOf))
    const changed = paths.find((_, index) => now[index] === null || now[index] !== identities[index])
    if (changed !== undefined) throw new FolderGone(paths[0] ?? changed)
  }
  const probe = async (): Promise<void> => {
    try {
      await assertFolder()
      await assertSpace(paths)
      await probeWrite(database)
      report(null)
    } catch (error) {
      report(storageFault(error)?.message ?? 'The server cannot store anything now: the database refuses', error)
    }
  }
  const timed = async (write: () => Promise<void>): Promise<void> => {
    const begun = { sinceMs: clock.monotonicMs() }
    writing.add(begun)
    await write().finally(() => writing.delete(begun))
  }
  /** The oldest is the first that was added. */
  const isSlow = (): boolean => {
    const [oldest] = writing
    return oldest !== undefined && clock.monotonicMs() - oldest.sinceMs >= SLOW_MS
  }
  const look = async (): Promise<void> => {
    if (isProbing) return
    isProbing = true
    await timed(probe)
    isProbing = false
  }
  await look()
  const timers = [
    clock.every(PERIOD_MS, () => void look()),
    clock.every(SLOW_PERIOD_MS, () => {
      if (isSlow()) report(NO_ANSWER)
    }),
  ]

  return {
    get fault() {
      return fault ?? (isSlow() ? NO_ANSWER : null)
    },
    async insertNumbers(...tables) {
      await timed(() => database.insertNumbers(...tables))
      // After the write: what was still written into the file that was there is on disk only if the file still is.
      await assertFolder()
    },
    failed(error, what) {
      const found = storageFault(error)?.message ?? null
      if (found !== null) report(found, error)
      if (logged === error.message) return
      logged = error.message
      log.error({ err: error }, what)
    },
    close() {
      for (const timer of timers) timer.cancel()
    },
  }
}

async function assertSpace([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) return
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < LEAST_FREE_BYTES) throw new DiskFull(bavail * bsize)
}

/** Device and number of a file, which a new file under the old name does not have; `null`: it is not there. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path)
    return `${dev}/${ino}`
  } catch {
    return null
  }
}
