import { Kysely } from 'kysely'
import type { Database, NumberRows } from './database.types.ts'
import { insertStatement } from './number-rows.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import { startSqliteThreads } from './sqlite-threads.ts'
import { sqliteTraits } from './traits.ts'

/** The embedded database: one file, opened by threads of its own. */
export async function openSqlite(file: string, onFailure: (error: Error) => void): Promise<Database> {
  const threads = await startSqliteThreads(file, onFailure)
  const kysely = new Kysely<unknown>({ dialect: createSqliteDialect(threads) })
  let closing: Promise<void> | null = null
  return {
    traits: sqliteTraits,
    tables: <Tables>() => kysely as unknown as Kysely<Tables>,
    insertNumbers: (rows) => threads.insertNumbers(statement(rows), rows.columns.length, rows.values),
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

function statement(rows: NumberRows): string {
  const marks = rows.columns.map(() => '?').join(', ')
  return insertStatement(rows, `values (${marks})`)
}
