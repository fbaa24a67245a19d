// Belongs here: the newest rows of a large log of which a caller may see some. Does not: which those are (the stores of the logs).
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.types.ts'

interface NewestQuery {
  readonly table: string
  /** The columns of numbers by which rows are ordered, newest first; together they are the key of a row. */
  readonly key: readonly string[]
  /** What an index finds. */
  readonly where: RawBuilder<unknown>
}

interface VisibleQuery extends NewestQuery {
  readonly mayBeSeen: RawBuilder<unknown>
  /** The columns that `mayBeSeen` compares. */
  readonly compared: readonly string[]
  /** Selections of the key that find the rows by themselves. */
  readonly elsewhere: readonly RawBuilder<unknown>[]
}

interface Page {
  readonly offset: number
  readonly limit: number
}

/** Rows among which those of a page are looked for: so many, and so many for each row up to its end. */
const LOOKED_AT = { least: 50_000, forEach: 10 }

/** A page of what an index finds, newest first: rows are read for the page only. */
export async function newestRows<Row>(
  database: Database,
  query: NewestQuery,
  { offset, limit }: Page,
): Promise<readonly Row[]> {
  const keys = sql`select ${columnsOf(query.key)} from ${sql.ref(query.table)} where ${query.where}
    ${newestFirst(query.key)} limit ${limit} offset ${offset}`
  return await rowsOf<Row>(database, query, keys)
}

/**
 * A page of the rows that `mayBeSeen` is true of. Neither database knows how rare these are: they are looked for among the newest first,
 * and read by `elsewhere` when too few of them were there.
 */
export async function newestVisibleRows<Row>(
  database: Database,
  query: VisibleQuery,
  { offset, limit }: Page,
): Promise<readonly Row[]> {
  const { table, key, where, compared, mayBeSeen, elsewhere } = query
  const end = offset + limit
  const lookedAt = LOOKED_AT.least + LOOKED_AT.forEach * end
  const newest = sql`select ${columnsOf([...key, ...compared])} from ${sql.ref(table)} where ${where}
    ${newestFirst(key)} limit ${lookedAt}`
  const { rows } = await sql<Record<string, unknown> & { looked: number | string }>`
    with newest as materialized (${newest}),
      page as (select ${columnsOf(key)} from newest where ${mayBeSeen} ${newestFirst(key)} limit ${limit} offset ${offset})
    select counted.looked, found.* from (select count(*) as looked from newest) as counted
      left join (select ${sql.ref(table)}.* from page ${joinRows(database, table, key)}) as found on 1 = 1
      ${newestFirst(key)}`.execute(database.tables())
  const found = rows.filter((row) => row[key[0]!] !== null)
  if (found.length === limit || Number(rows[0]?.looked ?? 0) < lookedAt) return found as readonly Row[]
  // PostgreSQL would read the whole log in its order, hoping that rows come soon: an expression is the order of no index.
  const order = sql.join(key.map((name) => sql`+${sql.ref(name)} desc`))
  const parts = elsewhere.map((selection) => sql`select * from (${selection} order by ${order} limit ${end}) as part`)
  const keys = sql`select ${columnsOf(key)} from (${sql.join(parts, sql` union all `)}) as parts
    ${newestFirst(key)} limit ${limit} offset ${offset}`
  return await rowsOf<Row>(database, query, keys)
}

async function rowsOf<Row>(
  database: Database,
  { table, key }: Pick<NewestQuery, 'table' | 'key'>,
  keys: RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select ${sql.ref(table)}.* from (${keys}) as page
    ${joinRows(database, table, key)} ${newestFirst(key, table)}`.execute(database.tables())
  return rows
}

function columnsOf(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)))
}

function newestFirst(key: readonly string[], table?: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`)
  return sql`order by ${sql.join(key.map((name) => sql`${column(name)} desc`))}`
}

/**
 * Row by row through the key, where the database has a word for it: PostgreSQL expects each step to look into every partition, and would read
 * all rows in place of some thousand steps.
 */
function joinRows({ traits }: Database, table: string, key: readonly string[]): RawBuilder<unknown> {
  const rows = sql.ref(table)
  if (!traits.lateralJoins) return sql`join ${rows} on ${isSame(table, key)}`
  return sql`cross join lateral (select * from ${rows} where ${isSame(table, key)} limit 1) as ${rows}`
}

function isSame(table: string, key: readonly string[]): RawBuilder<unknown> {
  const pairs = key.map((name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`page.${name}`)}`)
  return sql.join(pairs, sql` and `)
}
