// A data folder with rows in each table, and the command that moves it, in this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { migrateData } from '../../src/move.ts'
import { writeMigratedDatabase } from '../databases/migrated-database.ts'

export const DAY_S = 86_400
/** Unix seconds; the rows of the past are counted from here. */
export const NOW_S = Math.floor(Date.now() / 1000)

export interface Moved {
  readonly isComplete: boolean
  readonly printed: string
  readonly progress: string
}

/** As `fleetglass migrate`; rejects with the error that keeps it from running. */
export async function moveData(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Moved> {
  const printed: string[] = []
  const progress: string[] = []
  const output = {
    print: (text: string) => void printed.push(text),
    progress: { isTerminal: false, write: (text: string) => void progress.push(text) },
  }
  const isComplete = await migrateData(args, environment, output, signal)
  return { isComplete, printed: printed.join(''), progress: progress.join('') }
}

/** A folder with a database of the present schema that no server has used; removed by `end`. */
export async function makeFolder(ends: (() => unknown)[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-move-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  await writeMigratedDatabase(join(folder, 'fleetglass.sqlite'))
  return folder
}

interface Column {
  readonly name: string
  readonly type: string
}

/** Names of the tables of a schema that a move copies. */
export function tablesOf(db: BetterSqlite3.Database): string[] {
  const names = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
  return (names.pluck().all() as string[]).filter((name) => name !== 'schema_versions').sort()
}

/** Replaces all rows by three in each table, of values that are hard to convert. Whole numbers are 1 to 3, so that rows find those that they name. */
export function fillTables(folder: string): void {
  const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'))
  db.pragma('foreign_keys = off')
  for (const table of tablesOf(db)) {
    db.prepare(`delete from "${table}"`).run()
    const columns = db.prepare('select name, type from pragma_table_info(?)').all(table) as Column[]
    const insert = db.prepare(`insert into "${table}" values (${columns.map(() => '?').join(', ')})`)
    for (let n = 1; n <= 3; n++) insert.run(columns.map((column) => hardValue(table, column, n)))
  }
  db.close()
}

function hardValue(table: string, { name, type }: Column, n: number): bigint | string | Uint8Array {
  if (table === 'track_points' && name === 'time_s') return BigInt(NOW_S - (2 * n - 1) * DAY_S)
  if (table === 'audit_log' && name === 'time_ms') return BigInt(NOW_S - n * 50 * DAY_S) * 1_000n
  if (type === 'TEXT') return `${n} Gruß "車"\\ {1,NULL}\0 '`
  if (type === 'BLOB') return Uint8Array.of(0, n, 255)
  // The largest that a program of numbers takes.
  return type === 'bigint' && n === 3 && !/_key$|_s$|^id$|_id$/.test(name) ? 9_007_199_254_740_991n : BigInt(n)
}

type Cell = string | null

/** All rows as text, in any order but the same on both sides. NUL is as a move writes it. */
export function rowsOfFolder(folder: string): Record<string, Cell[][]> {
  const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'), { readonly: true })
  db.defaultSafeIntegers(true)
  const all = tablesOf(db).map((table) => {
    const columns = db.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[]
    const list = columns.map((name) => `"${name}"`).join(', ')
    const rows = db.prepare(`select ${list} from "${table}"`).raw().all() as unknown[][]
    return [table, sorted(rows.map((row) => row.map(cellOf)))]
  })
  db.close()
  return Object.fromEntries(all)
}

export async function rowsOfTarget(address: string, folder: string): Promise<Record<string, Cell[][]>> {
  const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'), { readonly: true })
  const tables = tablesOf(db)
  const columnsOf = (table: string) =>
    db.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[]
  return await withTarget(address, async (client) => {
    const all: Record<string, Cell[][]> = {}
    for (const table of tables) {
      const columns = columnsOf(table).map((name) => `"${name}"`)
      const { rows } = await client.query<unknown[]>({
        text: `select ${columns.join(', ')} from "${table}"`,
        rowMode: 'array',
      })
      all[table] = sorted(rows.map((row) => row.map(cellOf)))
    }
    return all
  }).finally(() => db.close())
}

export async function withTarget<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return await work(client).finally(() => client.end())
}

function cellOf(value: unknown): Cell {
  if (value === null) return null
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value).replaceAll('\0', '\u2400')
}

function sorted(rows: Cell[][]): Cell[][] {
  return rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
