// The schema as both databases can report it: tables, columns, kinds of values, keys.
import type { Kysely } from 'kysely'
import type { Database } from '../../src/platform/database/index.ts'

/** Tables by name, each with its columns as `kind`, `kind null`, … */
export async function schemaOf(database: Database): Promise<Record<string, Record<string, string>>> {
  const db: Kysely<unknown> = database.tables()
  const tables = await db.introspection.getTables()
  const described = tables
    .filter(({ name }) => !name.startsWith('sqlite_'))
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

/** The two databases have different names for the same kind of value. */
function kindOf(dataType: string): string {
  const type = dataType.toLowerCase()
  if (/^(integer|int4|int8|bigint|smallint|int2)$/.test(type)) return 'integer'
  if (/^(blob|bytea)$/.test(type)) return 'bytes'
  return type
}
