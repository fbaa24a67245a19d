// Belongs here: reading a whole SQLite database table by table, without changing it. Does not: the database of a server (sqlite-database.ts).
import { createHash } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { StartError } from '../errors/index.ts'
import type { Migration } from './database.types.ts'

/** Integers are `bigint`, so that none loses digits. */
export type SourceValue = bigint | number | string | Uint8Array | null

export interface SourceTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[]
  /** Tables that its foreign keys name. */
  readonly references: readonly string[]
}

export interface SourcePage {
  readonly rows: readonly (readonly SourceValue[])[]
  /** About. */
  readonly bytes: number
  readonly isLast: boolean
}

export interface PageLimit {
  readonly rows: number
  readonly bytes: number
}

/** Reads block this thread for as long as a page takes. */
export interface SqliteSource {
  /** The same for the same database, wherever it lies; another one after an upgrade. */
  readonly id: string
  /** Its last writer did not close it: what that one had in memory alone is in no table. */
  readonly wasKilled: boolean
  tables(): readonly SourceTable[]
  count(table: SourceTable): number
  /** Rows in the order of the key, behind the one with the key `after`. */
  page(table: SourceTable, after: readonly SourceValue[] | null, limit: PageLimit): SourcePage
  /** Whether there is a row with a key. */
  has(table: SourceTable, key: readonly SourceValue[]): boolean
  /** Days since 1970 of a column of times, each once, by time. */
  days(table: string, column: string, unitsPerS: number): readonly number[]
  /** The highest number that the table has given to a row, of rows that were deleted too; `null`: it gives none. */
  highestNumber(table: string): bigint | null
  close(): void
}

/** The database as its last writer left it, with its log. Throws `StartError` unless its schema is exactly that of `migrations`. */
export function openSqliteSource(file: string, migrations: readonly Migration[]): SqliteSource {
  const [log, index] = [`${file}-wal`, `${file}-shm`]
  const hadLog = existsSync(log) || existsSync(index)
  const wasKilled = existsSync(log) && statSync(log).size > 0
  let db: BetterSqlite3.Database | null = null
  try {
    db = new BetterSqlite3(file, { readonly: true, timeout: 5_000 })
    db.defaultSafeIntegers(true)
    const id = historyOf(db, file, migrations)
    const closed = (): void => {
      if (!hadLog) removeEmptyLog(log, index)
    }
    return { ...sourceOf(db, closed), id, wasKilled }
  } catch (error) {
    db?.close()
    if (!hadLog) removeEmptyLog(log, index)
    throw readable(error, file)
  }
}

/** SQLite makes both for a reader of a database that was closed in good order. */
function removeEmptyLog(log: string, index: string): void {
  if (existsSync(log) && statSync(log).size > 0) return
  rmSync(log, { force: true })
  rmSync(index, { force: true })
}

function readable(error: unknown, file: string): unknown {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return new StartError(`The database ${file} is damaged (${message}). Restore it from a backup.`)
  }
  if (code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY') {
    return new StartError(
      `The database ${file} cannot be read (${message}). SQLite needs the right to write its folder, for two small files beside it; use the user that runs Fleetglass.`,
    )
  }
  return error
}

/** What identifies the database: when it was made and upgraded, and the secret that it made at its first start. */
function historyOf(db: BetterSqlite3.Database, file: string, migrations: readonly Migration[]): string {
  const has = (table: string): boolean =>
    db.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(table) !== undefined
  const steps = has('schema_versions')
    ? (db.prepare('select version, name, applied_ms from schema_versions order by version').raw().all() as [
        bigint,
        string,
        bigint,
      ][])
    : []
  if (steps.length === 0) {
    throw new StartError(`The database ${file} is empty: no server has used it yet. There is nothing to move.`)
  }
  if (steps.some(([, name], at) => at < migrations.length && migrations[at]?.name !== name)) {
    throw new StartError(`The database ${file} has another history than this version: it was made by another edition.`)
  }
  if (steps.length > migrations.length) {
    throw new StartError(
      `The database ${file} was written by a newer version of Fleetglass (schema ${steps.length}, this one knows ${migrations.length}). Move it with that version.`,
    )
  }
  if (steps.length < migrations.length) {
    throw new StartError(
      `The database ${file} was last used by an older version of Fleetglass (schema ${steps.length}, this one has ${migrations.length}). Start and stop this version on it once, which upgrades it, and then move it.`,
    )
  }
  const secrets = has('device_code_secret') ? db.prepare('select * from device_code_secret').raw().all() : []
  const text = JSON.stringify([steps, secrets], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

function sourceOf(db: BetterSqlite3.Database, closed: () => void): Omit<SqliteSource, 'id' | 'wasKilled'> {
  const texts = (query: string, ...parameters: unknown[]): string[] =>
    db
      .prepare(query)
      .pluck()
      .all(...parameters) as string[]
  return {
    tables: () =>
      texts(`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`).map(
        (name) => ({
          name,
          columns: texts('select name from pragma_table_info(?) order by cid', name),
          key: texts('select name from pragma_table_info(?) where pk > 0 order by pk', name),
          references: [...new Set(texts('select "table" from pragma_foreign_key_list(?)', name))],
        }),
      ),
    count: ({ name }) =>
      Number(
        db
          .prepare(`select count(*) from ${quoted(name)}`)
          .pluck()
          .get(),
      ),
    page(table, after, limit) {
      const key = table.key.map(quoted).join(', ')
      const behind = after === null ? '' : `where (${key}) > (${table.key.map(() => '?').join(', ')})`
      const columns = table.columns.map(quoted).join(', ')
      const statement = db.prepare(`select ${columns} from ${quoted(table.name)} ${behind} order by ${key}`).raw()
      const rows: SourceValue[][] = []
      let bytes = 0
      for (const row of statement.iterate(...(after ?? [])) as IterableIterator<SourceValue[]>) {
        rows.push(row)
        for (const value of row) bytes += sizeOf(value)
        if (rows.length >= limit.rows || bytes >= limit.bytes) return { rows, bytes, isLast: false }
      }
      return { rows, bytes, isLast: true }
    },
    has({ name, key: columns }, key) {
      const isRow = columns.map((column) => `${quoted(column)} = ?`).join(' and ')
      const statement = db.prepare(`select 1 from ${quoted(name)} where ${isRow}`)
      return statement.get(...key) !== undefined
    },
    days: (table, column, unitsPerS) =>
      (
        db
          .prepare(`select distinct ${quoted(column)} / ${unitsPerS * 86_400} as day from ${quoted(table)} order by 1`)
          .pluck()
          .all() as bigint[]
      ).map(Number),
    highestNumber(table) {
      const made = texts(`select sql from sqlite_master where type = 'table' and name = ?`, table)[0] ?? ''
      if (!/\bautoincrement\b/i.test(made)) return null
      return (
        (db.prepare('select seq from sqlite_sequence where name = ?').pluck().get(table) as bigint | undefined) ?? 0n
      )
    },
    close() {
      db.close()
      closed()
    },
  }
}

/** Two bytes a character at most matter for a limit. */
function sizeOf(value: SourceValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
