import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteReply } from './sqlite-thread.ts'
import type { SqliteThreads } from './sqlite-threads.ts'

/** Kysely's own SQLite words over our threads: only the driver differs. */
export function createSqliteDialect(threads: SqliteThreads): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(threads),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function createDriver(threads: SqliteThreads): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => new ThreadConnection(threads),
    beginTransaction: (connection) => (connection as ThreadConnection).begin(),
    commitTransaction: (connection) => (connection as ThreadConnection).commit(),
    rollbackTransaction: (connection) => (connection as ThreadConnection).rollback(),
    releaseConnection: async (connection) => (connection as ThreadConnection).release(),
    destroy: async () => {},
  }
}

/**
 * Outside a transaction a select goes to a reader and everything else waits for its turn at the writer; inside one,
 * everything goes to the writer, which nobody else uses until its end.
 */
class ThreadConnection implements DatabaseConnection {
  readonly #threads: SqliteThreads
  #releaseWriter: (() => void) | null = null

  constructor(threads: SqliteThreads) {
    this.#threads = threads
  }

  async begin(): Promise<void> {
    const release = await this.#threads.takeWriter()
    try {
      await this.#threads.write('begin immediate', [])
      this.#releaseWriter = release
    } catch (error) {
      release()
      throw error
    }
  }

  /** A commit that failed keeps the writer: Kysely's rollback follows and gives it back. */
  async commit(): Promise<void> {
    await this.#threads.write('commit', [])
    this.release()
  }

  /** A transaction that SQLite ended by itself (full disk, I/O fault) no longer exists; its own error is the one to report. */
  async rollback(): Promise<void> {
    if (this.#releaseWriter === null) return
    try {
      await this.#threads.write('rollback', [])
    } catch (error) {
      if (!(error as Error).message.includes('no transaction is active')) throw error
    } finally {
      this.release()
    }
  }

  release(): void {
    this.#releaseWriter?.()
    this.#releaseWriter = null
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const parameters = compiled.parameters.map(toSqlite)
    if (this.#releaseWriter !== null) return toResult(await this.#threads.write(compiled.sql, parameters))
    if (isRead(compiled)) return toResult(await this.#threads.read(compiled.sql, parameters))
    const release = await this.#threads.takeWriter()
    try {
      return toResult(await this.#threads.write(compiled.sql, parameters))
    } finally {
      release()
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; rows are read in pages instead.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are not streamed from the database threads: read them in pages by key')
  }
}

function isRead(compiled: CompiledQuery): boolean {
  if (compiled.query.kind === 'SelectQueryNode') return true
  return compiled.query.kind === 'RawNode' && /^\s*select\b/i.test(compiled.sql)
}

/** The one place where values of the program become values of SQLite. */
function toSqlite(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : value
}

function toResult<Row>({ rows, changes, lastId }: SqliteReply): QueryResult<Row> {
  return { rows: rows as Row[], numAffectedRows: BigInt(changes), insertId: BigInt(lastId) }
}
