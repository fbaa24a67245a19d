import { type Kysely, sql } from 'kysely'
import { StartError } from '../errors/index.ts'
import type { Database, DatabaseTraits, Migration } from './database.types.ts'

interface VersionTables {
  schema_versions: { version: number; name: string; applied_ms: number }
}

// Any fixed number: servers that start together on one database take turns by it.
const LOCK = 7_808_1078

/**
 * Brings the schema to the last of `migrations`: forward only, each step in its own transaction. Refuses a database that a
 * newer version has written, and one whose history is not the beginning of ours.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  nowMs: () => number,
): Promise<void> {
  const db = database.tables<VersionTables>()
  await db.schema
    .createTable('schema_versions')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_ms', 'bigint', (column) => column.notNull())
    .execute()
  const applied = await rejectForeignHistory(db, migrations)
  for (const [index, migration] of migrations.entries()) {
    if (index < applied) continue
    await db.transaction().execute((transaction) => step(transaction, index + 1, migration, database.traits, nowMs()))
  }
}

/** Returns the version the database has. */
async function rejectForeignHistory(db: Kysely<VersionTables>, migrations: readonly Migration[]): Promise<number> {
  const applied = await db.selectFrom('schema_versions').selectAll().orderBy('version').execute()
  const newer = applied.find((row) => row.version > migrations.length)
  if (newer) {
    throw new StartError(
      `The database was written by a newer version of Fleetglass (schema ${applied.at(-1)?.version}, this one knows ${migrations.length}). Start that version, or restore a backup made before the upgrade.`,
    )
  }
  const different = applied.find((row) => migrations[row.version - 1]?.name !== row.name)
  if (different) {
    throw new StartError(
      `The database has another history than this version: step ${different.version} is "${different.name}". It was made by another edition; use an empty data folder or that edition.`,
    )
  }
  return applied.at(-1)?.version ?? 0
}

async function step(
  db: Kysely<VersionTables>,
  version: number,
  migration: Migration,
  traits: DatabaseTraits,
  appliedMs: number,
): Promise<void> {
  if (traits.sharedByServers) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  const done = await db
    .selectFrom('schema_versions')
    .select('version')
    .where('version', '=', version)
    .executeTakeFirst()
  if (done) return
  await migration.up(db as unknown as Kysely<unknown>, traits)
  await db.insertInto('schema_versions').values({ version, name: migration.name, applied_ms: appliedMs }).execute()
}
