// The schema as both databases can report it: tables, columns, kinds of values, keys.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/platform/database/index.ts'

/** Tables by name, each with its columns as `kind`, `kind null`, … */
export async function schemaOf(database: Database): Promise<Record<string, Record<string, string>>> {
  const db: Kysely<unknown> = database.tables()
  const tables = await db.introspection.getTables()
  const partitions = await partitionsOf(database)
  const described = tables
    .filter(({ name }) => !name.startsWith('sqlite_') && !partitions.has(name))
    .map(({ name, columns }) => [
      name,
      Object.fromEntries(
        columns
          .map((column) => [column.name, `${kindOf(column.dataType)}${column.isNullable ? ' or null' : ''}`] as const)
          .sort(([a], [b]) => a.localeCompare(b)),
      ),
    ])
  return Object.fromEntries(described.sort(([a], [b]) => String(a).localeCompare(String(b))))
}

/** Partitions are no tables of the schema: they come and go. */
async function partitionsOf(database: Database): Promise<ReadonlySet<string>> {
  if (!database.traits.timePartitions) return new Set()
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relispartition`.execute(
    database.tables(),
  )
  return new Set(rows.map(({ name }) => name))
}

/** The two databases have different names for the same kind of value. */
function kindOf(dataType: string): string {
  const type = dataType.toLowerCase()
  if (/^(integer|int4|int8|bigint|smallint|int2)$/.test(type)) return 'integer'
  if (/^(blob|bytea)$/.test(type)) return 'bytes'
  return type
}
