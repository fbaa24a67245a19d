import { Kysely } from 'kysely'
import type { ThreadSource } from '../worker/index.ts'
import type { Database, NumberRows } from './database.types.ts'
import { insertStatement } from './number-rows.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import type { SqliteNumbers } from './sqlite-thread.ts'
import { startSqliteThreads } from './sqlite-threads.ts'
import { sqliteTraits } from './traits.ts'

/** The embedded database: one file, opened by threads of its own. */
export async function openSqlite(
  file: string,
  source: ThreadSource,
  onFailure: (error: Error) => void,
): Promise<Database> {
  const threads = await startSqliteThreads(file, source, onFailure)
  const kysely = new Kysely<unknown>({ dialect: createSqliteDialect(threads) })
  let closing: Promise<void> | null = null
  return {
    traits: sqliteTraits,
    tables: <Tables>() => kysely as unknown as Kysely<Tables>,
    insertNumbers: (...tables) => threads.insertNumbers(tables.map(toStatement)),
    readNumbers: ({ sql, parameters }) => threads.readNumbers(sql, parameters),
    async ping() {
      await threads.read('select 1', [])
    },
    get waiting() {
      return threads.waiting
    },
    close() {
      closing ??= kysely.destroy().then(() => threads.close())
      return closing
    },
  }
}

function toStatement(rows: NumberRows): SqliteNumbers {
  const { columns, values } = rows
  const marks = columns.map(() => '?').join(', ')
  return { sql: insertStatement(rows, `values (${marks})`), width: columns.length, values }
}
