// A SQLite database with the present schema that is copied into the data folder of a test server: most tests are not about
// migrations, and running them all is a good part of a start. They run once per test thread.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { systemClock } from '../../src/platform/clock/index.ts'
import { openDatabase } from '../../src/platform/database/index.ts'
import { threadsOfTests } from '../threads/thread-pool.ts'

let made: Promise<Buffer> | null = null

/** Writes the database file, which is not there yet. */
export async function writeMigratedDatabase(file: string): Promise<void> {
  made ??= makeMigrated()
  writeFileSync(file, await made, { mode: 0o600 })
}

async function makeMigrated(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-migrated-'))
  const location = join(folder, 'database.sqlite')
  try {
    await migrateAt(location)
    return readFileSync(location)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Brings an empty database of either kind to the present schema. */
export async function migrateAt(location: string): Promise<void> {
  const onFailure = (error: Error): void => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, threads: threadsOfTests, onFailure })
  await database.close()
}
