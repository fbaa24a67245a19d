// Belongs here: what a move reads and writes in the PostgreSQL that it fills. Does not: in which order (copy-rows.ts).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, MoveRecord, TableState } from '../../platform/database/index.ts'
import { MOVE_TABLES } from '../../platform/database/index.ts'
import { StartError } from '../../platform/errors/index.ts'
import { splitSlot } from '../../platform/media-store/index.ts'
import type { PlannedColumn, PlannedTable, TargetColumn } from './move-plan.ts'
import type { ColumnKind, MovedValue, RowSum } from './moved-values.ts'

/** Which file the row of a recording names. */
export interface RecordingKey {
  readonly deviceKey: number
  readonly startMs: number
  readonly channel: number
}

export interface MoveTarget {
  readonly record: MoveRecord
  /** Names of tables that are there and no part of a lease or a move: partitions too. */
  otherTables(): Promise<readonly string[]>
  /** Takes back the table of the lease, in a database of another program. */
  leaveNothing(): Promise<void>
  encoding(): Promise<string>
  columns(): Promise<readonly TargetColumn[]>
  /** Tables that are partitioned. */
  partitioned(): Promise<readonly string[]>
  /** Removes what the schema begins with: the source has it too, as it was changed. */
  clear(tables: readonly PlannedTable[]): Promise<void>
  /** Stores rows and the position behind them in one transaction. */
  store(table: PlannedTable, rows: readonly (readonly MovedValue[])[], from: TableState, to: TableState): Promise<void>
  /** The next number of a table that numbers its rows is above all of its rows, and above `highest`. */
  setNumbers(table: string, column: string, highest: bigint): Promise<void>
  sum(table: PlannedTable): Promise<RowSum>
  /** Paths of recordings, in the order of the keys; `null`: there is no such row. */
  pathsOf(keys: readonly RecordingKey[]): Promise<readonly (string | null)[]>
  /** In one transaction: the row names the file on disk again, and its row in `local_copies` goes unless the source has it too. */
  backOnDisk(recording: RecordingKey & { readonly path: string }, copyRow: 'goes' | 'stays'): Promise<void>
}

/** Another program stores rows of the same move: this one has lost the database. */
const LOST = 'Another move stores rows in the same database. This one ended; let that one finish.'

const arrays: Readonly<Record<ColumnKind, string>> = { integer: 'bigint[]', text: 'text[]', bytes: 'bytea[]' }

export function createMoveTarget(database: Database, record: MoveRecord): MoveTarget {
  const db: Kysely<unknown> = database.tables()
  const names = async (query: RawBuilder<{ name: string }>): Promise<string[]> =>
    (await query.execute(db)).rows.map(({ name }) => name)
  return {
    record,
    otherTables: async () => {
      const own = ['server_lease', ...MOVE_TABLES]
      const found = await names(sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = current_schema() order by 1`)
      return found.filter((name) => !own.includes(name))
    },
    async leaveNothing() {
      await sql`drop table if exists server_lease`.execute(db)
    },
    async encoding() {
      const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
      return rows[0]?.server_encoding ?? ''
    },
    async columns() {
      const own = ['server_lease', ...MOVE_TABLES]
      const { rows } = await sql<TargetColumn>`
        select class.relname as "table", attribute.attname as name, format_type(attribute.atttypid, null) as type
        from pg_attribute as attribute join pg_class as class on class.oid = attribute.attrelid
        where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p')
          and not class.relispartition and attribute.attnum > 0 and not attribute.attisdropped
        order by 1, attribute.attnum`.execute(db)
      return rows.filter(({ table }) => !own.includes(table))
    },
    partitioned: () =>
      names(sql<{ name: string }>`select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'p' order by 1`),
    async clear(tables) {
      await db.transaction().execute(async (transaction) => {
        for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(transaction)
      })
    },
    async store(table, rows, from, to) {
      await db.transaction().execute(async (transaction) => {
        if (rows.length > 0) await insert(transaction, table, rows)
        if (!(await record.step(transaction, table.name, from, to))) throw new StartError(LOST)
      })
    },
    async setNumbers(table, column, highest) {
      const { rows } = await sql<{ sequence: string | null }>`
        select pg_get_serial_sequence(quote_ident(${table}), ${column}) as sequence`.execute(db)
      const sequence = rows[0]?.sequence ?? null
      if (sequence === null) throw new Error(`${table}.${column} does not number its rows on PostgreSQL`)
      await sql`select setval(${sequence}::regclass, greatest(1, ${String(highest)}::bigint,
        coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0)),
        ${String(highest)}::bigint > 0 or exists (select 1 from ${sql.table(table)}))::text`.execute(db)
    },
    async sum({ name, columns }) {
      const text = sql.join(columns.map(cellText), sql` || `)
      const { rows } = await sql<{ rows: string; sum: string }>`
        select count(*)::text as rows, coalesce(sum(('x' || substr(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'),
        1, 16))::bit(64)::bigint), 0)::text as sum from ${sql.table(name)}`.execute(db)
      return { rows: Number(rows[0]?.rows), sum: BigInt(rows[0]?.sum ?? 0) }
    },
    async pathsOf(keys) {
      if (keys.length === 0) return []
      const column = (value: (key: RecordingKey) => number): RawBuilder<unknown> => sql`${keys.map(value)}::bigint[]`
      const { rows } = await sql<{ path: string | null }>`
        select recordings.path from unnest(${column(({ deviceKey }) => deviceKey)}, ${column(({ startMs }) => startMs)},
          ${column(({ channel }) => channel)}) with ordinality as key (device_key, start_ms, channel, place)
        left join recordings using (device_key, start_ms, channel) order by key.place`.execute(db)
      return rows.map(({ path }) => path)
    },
    async backOnDisk({ deviceKey, startMs, channel, path }, copyRow) {
      await db.transaction().execute(async (transaction) => {
        await sql`update recordings set path = ${path}, slot = ${splitSlot(path).slot}
          where device_key = ${deviceKey} and start_ms = ${startMs} and channel = ${channel}`.execute(transaction)
        if (copyRow === 'goes') await sql`delete from local_copies where path = ${path}`.execute(transaction)
      })
    },
  }
}

async function insert(
  db: Kysely<unknown>,
  { name, columns }: PlannedTable,
  rows: readonly (readonly MovedValue[])[],
): Promise<void> {
  const values = columns.map(({ kind }, at) => {
    const column = rows.map((row) => row[at] ?? null)
    return sql`${sql.val(column)}::${sql.raw(arrays[kind])}`
  })
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
    overriding system value select * from unnest(${sql.join(values)})`.execute(db)
}

/** As `rowText` writes it. */
function cellText({ name, kind }: PlannedColumn): RawBuilder<unknown> {
  const column = sql.ref(name)
  const cell = kind === 'text' ? column : kind === 'bytes' ? sql`encode(${column}, 'hex')` : sql`${column}::text`
  return sql`coalesce(octet_length(${cell})::text || ':' || ${cell}, '-')`
}
