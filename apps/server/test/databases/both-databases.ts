// Two databases are one product only if one test says so: a suite that is run on each.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { systemClock } from '../../src/platform/clock/index.ts'
import { type Database, openDatabase } from '../../src/platform/database/index.ts'
import { threadsOfTests } from '../threads/thread-pool.ts'
import { writeMigratedDatabase } from './migrated-database.ts'
import { type PostgresCluster, postgresBinaries, sharedPostgres } from './postgres-cluster.ts'

export interface EmptyDatabases {
  /** Where a new empty database is: a path for SQLite, an address for PostgreSQL. */
  location(): Promise<string>
  /** A new database with the present schema; closed after the suite. */
  open(): Promise<Database>
}

/** Registers the suite once for SQLite and once for PostgreSQL; the second is skipped, with a word, where it is not installed. */
export function onBothDatabases(
  name: string,
  suite: (databases: EmptyDatabases, kind: 'sqlite' | 'postgres') => void,
): void {
  describe(`${name} on SQLite`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-sqlite-'))
    let made = 0
    const location = (): string => join(folder, `${++made}.sqlite`)
    const databases = withOpen(
      async () => location(),
      async () => {
        const migrated = location()
        await writeMigratedDatabase(migrated)
        return migrated
      },
    )
    suite(databases, 'sqlite')
    afterAll(async () => {
      await databases.closeAll()
      rmSync(folder, { recursive: true, force: true })
    })
  })

  onPostgres(name, (databases) => suite(databases, 'postgres'))
}

/** Registers a suite of what PostgreSQL alone can do; skipped, with a word, where it is not installed. */
export function onPostgres(name: string, suite: (databases: EmptyDatabases) => void): void {
  const binaries = postgresBinaries()
  if (binaries === null)
    process.stderr.write(`${name}: PostgreSQL is not installed, its half is skipped (apt-get install postgresql)\n`)
  describe.skipIf(binaries === null)(`${name} on PostgreSQL`, () => {
    let cluster: PostgresCluster
    beforeAll(async () => {
      cluster = await sharedPostgres(binaries ?? '')
    })
    const databases = withOpen(
      () => cluster.createDatabase(),
      () => cluster.createMigrated(),
    )
    suite(databases)
    afterAll(async () => {
      await databases.closeAll()
      await cluster.close()
    })
  })
}

function withOpen(location: () => Promise<string>, migrated: () => Promise<string>) {
  const opened: Database[] = []
  return {
    location,
    async open() {
      const onFailure = (error: Error): void => {
        throw error
      }
      const opening = { location: await migrated(), migrations, clock: systemClock, threads: threadsOfTests, onFailure }
      const database = await openDatabase(opening)
      opened.push(database)
      return database
    },
    async closeAll() {
      await Promise.all(opened.map((database) => database.close()))
    },
  }
}
