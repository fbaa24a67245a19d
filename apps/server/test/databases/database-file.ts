// Changes to the SQLite file of a server that runs in this process, for what has no call of its own.
import { join } from 'node:path'
import { setImmediate as loopTurn } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'

/**
 * Runs `work` in one transaction and returns its result. A plain write would block this thread until the lock is free,
 * and the server's own transaction, which holds the lock, needs this thread to commit: both would wait for each other.
 */
export async function changeDatabase<T>(
  server: { readonly data: string },
  work: (file: BetterSqlite3.Database) => T,
): Promise<T> {
  const file = await lockDatabase(server)
  try {
    const result = work(file)
    file.exec('commit')
    return result
  } finally {
    file.close()
  }
}

/** Opens the file and takes its write lock, without blocking this thread. Closing the file gives the lock back. */
export async function lockDatabase(server: { readonly data: string }): Promise<BetterSqlite3.Database> {
  const file = new BetterSqlite3(join(server.data, 'fleetglass.sqlite'), { timeout: 0 })
  for (;;) {
    try {
      file.exec('begin immediate')
      return file
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') {
        file.close()
        throw error
      }
      await loopTurn()
    }
  }
}
