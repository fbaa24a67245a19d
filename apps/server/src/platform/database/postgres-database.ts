import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartError } from '../errors/index.ts'
import type { Database, NumberRows } from './database.types.ts'
import { insertStatement } from './number-rows.ts'
import { SilentConnections } from './silent-connections.ts'
import { postgresTraits } from './traits.ts'

const INT8 = 20
const NUMERIC = 1700
const BYTES = 17
/**
 * A statement has no limit of its own: a migration or a sum over a year may take long. Connections that went silent are
 * found by `SilentConnections`, and a transaction that nobody ends is ended by the server.
 */
const POOL = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  idle_in_transaction_session_timeout: 30_000,
  application_name: 'fleetglass',
} as const
const PING_MS = 3_000
/** A connection that went silent never says that it is closed. */
const CLOSE_MS = 3_000

/** PostgreSQL by its address. Refuses, with a sentence, an address where nobody answers. */
export async function openPostgres(url: string): Promise<Database> {
  const silent = new SilentConnections(url)
  const pool = createPool(url)
  silent.watch(pool)
  try {
    await pool.query('select 1')
  } catch (error) {
    silent.close()
    await pool.end()
    throw new StartError(
      `PostgreSQL cannot be reached (${(error as Error).message}). Check the address in "database" and that its server runs.`,
    )
  }
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  let waiting = 0
  let closing: Promise<void> | null = null
  return {
    traits: postgresTraits,
    tables: <Tables>() => kysely as unknown as Kysely<Tables>,
    async insertNumbers(...tables) {
      waiting++
      try {
        await insertAll(pool, tables)
      } finally {
        waiting--
      }
    },
    async readNumbers({ sql, parameters }) {
      const { rows } = await pool.query({ text: sql, values: [...parameters], rowMode: 'array' })
      return Float64Array.from(rows.flat(), (value: number | null) => value ?? Number.NaN)
    },
    async ping() {
      await answerWithin(PING_MS, pool.query('select 1'))
    },
    get waiting() {
      return waiting + pool.waitingCount
    },
    close() {
      closing ??= answerWithin(CLOSE_MS, kysely.destroy())
        .catch(() => undefined)
        .finally(() => silent.close())
      return closing
    },
  }
}

/** Rejects when there is no answer by then. */
async function answerWithin(limitMs: number, answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), limitMs)
  })
  await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The one place where values of PostgreSQL become values of the program, and back. */
/** Workers are started for a page of a log in partitions, and take longer to start than the page. Poolers refuse it as a start parameter. */
async function withoutParallelAppend(client: pg.ClientBase): Promise<void> {
  await client.query('set enable_parallel_append = off')
}

function createPool(url: string): pg.Pool {
  const toNumber = (text: string): number => {
    const value = Number(text)
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Error(`${text} is beyond the integers a number can hold`)
    return value
  }
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, toNumber)
  types.setTypeParser(NUMERIC, Number)
  types.setTypeParser(BYTES, (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')))
  const pool = new pg.Pool({
    connectionString: url,
    ...POOL,
    types,
    // The pool waits for it, which its types do not say.
    onConnect: withoutParallelAppend as (client: pg.ClientBase) => void,
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    // Kysely hands `true` and `false` on as they are; the schema stores them as 1 and 0.
    client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) =>
      query(text, Array.isArray(values) ? values.map(toPostgres) : values, ...rest)) as typeof client.query
  })
  return pool
}

/** One table is a transaction by itself. */
async function insertAll(pool: pg.Pool, tables: readonly NumberRows[]): Promise<void> {
  const insert = (into: pg.Pool | pg.PoolClient, rows: NumberRows) =>
    into.query(insertStatement(rows, unnest(rows)), columnsOf(rows))
  const [only, ...more] = tables
  if (only === undefined) return
  if (more.length === 0) {
    await insert(pool, only)
    return
  }
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const rows of tables) await insert(client, rows)
    await client.query('commit')
    client.release()
  } catch (error) {
    const isRolledBack = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!isRolledBack)
    throw error
  }
}

function toPostgres(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

function unnest({ columns }: NumberRows): string {
  return `select * from unnest(${columns.map((_, index) => `$${index + 1}::bigint[]`).join(', ')})`
}

function columnsOf({ columns, values }: NumberRows): (number | null)[][] {
  const width = columns.length
  const rowCount = values.length / width
  return columns.map((_, column) =>
    Array.from({ length: rowCount }, (__, row) => {
      const value = values[row * width + column] as number
      return Number.isNaN(value) ? null : value
    }),
  )
}
