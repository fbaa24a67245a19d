// One connection to the database file, on a thread of its own. Requests come one after the other; the thread that sends them
// keeps transactions apart (see sqlite-driver.ts).
import BetterSqlite3 from 'better-sqlite3'
import { serveCalls } from '../worker/serve-calls.ts'
import type { SqliteNumbers, SqliteReply, SqliteRequest, SqliteThreadData } from './sqlite-thread.ts'

/** What stays of the log when it starts again, unless it grows beyond that between two checkpoints: cutting it costs growing it again. */
const QUIET_LOG_BYTES = 16 * 1024 * 1024
const PAGE_BYTES = 4096

serveCalls<SqliteThreadData, SqliteRequest>(({ file, role, checkpointMs }) => {
  let checkpoints: NodeJS.Timeout | undefined
  const db = new BetterSqlite3(file, { readonly: role === 'reader' })
  db.pragma('busy_timeout = 5000')
  if (role === 'writer') {
    db.pragma('journal_mode = WAL')
    // FULL: what was acknowledged survives a power cut; it costs nothing above a hundred rows a transaction.
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // Rows of a thousand vehicles touch a thousand pages: a larger log means fewer, better filled checkpoints.
    db.pragma('wal_autocheckpoint = 20000')
    // By time too, so that a backup of the one file has nearly everything.
    checkpoints = setInterval(() => checkpoint(db), checkpointMs).unref()
  }
  db.pragma('cache_size = -16000')
  const statements = createStatementCache(db)

  return {
    handle(request) {
      if (request.kind === 'query') return query(statements(request.sql), request.parameters)
      if (request.kind === 'insert-numbers') return insertNumbers(db, statements, request.tables)
      return readNumbers(statements(request.sql), request.parameters)
    },
    close() {
      clearInterval(checkpoints)
      db.close()
    },
  }
})

/** Brings the log into the file, as far as no client reads it; a quiet database cuts it then. */
function checkpoint(db: BetterSqlite3.Database): void {
  // A transaction that is open waits for its next statement: the next time, then.
  if (!db.open || db.inTransaction) return
  try {
    const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ readonly log: number }]
    const isQuiet = log * PAGE_BYTES < QUIET_LOG_BYTES
    db.pragma(`journal_size_limit = ${isQuiet ? QUIET_LOG_BYTES : -1}`)
  } catch {
    // A full or broken disk: the log keeps what it has, and the next write fails and says why.
  }
}

type Statement = BetterSqlite3.Statement<unknown[]>

/** The most recently used statements stay prepared. */
function createStatementCache(db: BetterSqlite3.Database): (sql: string) => Statement {
  const limit = 200
  const cache = new Map<string, Statement>()
  return (sql) => {
    const statement = cache.get(sql) ?? db.prepare<unknown[]>(sql)
    cache.delete(sql)
    cache.set(sql, statement)
    if (cache.size > limit) cache.delete(cache.keys().next().value ?? '')
    return statement
  }
}

function query(statement: Statement, parameters: readonly unknown[]): SqliteReply {
  if (statement.reader) return { rows: statement.all(...parameters), changes: 0, lastId: 0 }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], changes, lastId: Number(lastInsertRowid) }
}

function insertNumbers(
  db: BetterSqlite3.Database,
  statements: (sql: string) => Statement,
  tables: readonly SqliteNumbers[],
): null {
  const insertAll = db.transaction(() => {
    for (const { sql, width, values } of tables) insertRows(statements(sql), width, values)
  })
  insertAll.immediate()
  return null
}

function insertRows(statement: Statement, width: number, values: Float64Array): void {
  const row = new Array<number | bigint | null>(width)
  for (let at = 0; at < values.length; at += width) {
    for (let column = 0; column < width; column++) row[column] = integer(values[at + column])
    statement.run(row)
  }
}

function readNumbers(statement: Statement, parameters: readonly unknown[]): Float64Array {
  const width = statement.columns().length
  try {
    const rows = statement.raw(true).all(...parameters) as (number | null)[][]
    const values = new Float64Array(rows.length * width)
    let at = 0
    for (const row of rows) for (const value of row) values[at++] = value ?? Number.NaN
    return values
  } finally {
    // The statement may be asked for rows by name the next time.
    statement.raw(false)
  }
}

// better-sqlite3 binds every number as a double; the INTEGER affinity of the column turns whole ones back into integers
// of the smallest size, so only NULL needs a word.
function integer(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
