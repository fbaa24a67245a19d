import { type Kysely, sql } from 'kysely'

export interface TableByTime {
  readonly table: string
  /** The column of the time, which is a part of the primary key. */
  readonly column: string
  /** How many of its units a second has. */
  readonly unitsPerS: 1 | 1_000
  /** What a partition holds later; the rows of the present one stay where they are. */
  readonly width: 'day' | 'month'
}

/** Older rows were written by a wrong clock: they would keep the partition of the others from being dropped. */
const OLDEST_DAYS = 3_650

/**
 * Makes a table of PostgreSQL one that is partitioned by time, without copying its rows: they become one partition, which reaches to the
 * end of the present day or month. Rows with a time far before or behind that move into the partitions at both ends.
 */
export async function partitionByTime(db: Kysely<unknown>, { table, column, unitsPerS, width }: TableByTime) {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { rows: indexes } = await sql<{ name: string; definition: string; primary_key: string | null }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
      (select pg_get_constraintdef(c.oid) from pg_constraint c where c.conindid = i.indexrelid and c.contype = 'p') as primary_key
    from pg_index i where i.indrelid = ${table}::regclass order by 1`.execute(db)
  const { rows: times } = await sql<{ from_s: number; to_s: number; has_rows: boolean }>`
    select extract(epoch from date_trunc(${width}, now() at time zone 'utc'))::bigint as from_s,
      extract(epoch from date_trunc(${width}, now() at time zone 'utc') + ${sql.lit(`1 ${width}`)}::interval)::bigint as to_s,
      exists (select 1 from ${sql.ref(table)}) as has_rows`.execute(db)
  const { from_s: fromS, to_s: toS, has_rows: hasRows } = times[0]!

  const before = `${table}_before`
  await run(`alter table ${table} rename to ${before}`)
  for (const { name } of indexes) await run(`alter index ${name} rename to ${name}_before`)
  await run(`create table ${table} (like ${before} including defaults) partition by range (${column})`)
  for (const { name, definition, primary_key: primaryKey } of indexes) {
    await run(primaryKey === null ? definition : `alter table ${table} add constraint ${name} ${primaryKey}`)
  }

  const partition = (name: string, from: number | 'minvalue', to: number | 'maxvalue') =>
    run(`create table ${table}_${name} partition of ${table} for values from (${from}) to (${to})
      with (parallel_workers = 0)`)
  if (!hasRows) {
    await run(`drop table ${before}`)
    await partition('past', 'minvalue', fromS * unitsPerS)
    await partition('future', fromS * unitsPerS, 'maxvalue')
    return
  }
  const [first, end] = [(toS - OLDEST_DAYS * 86_400) * unitsPerS, toS * unitsPerS]
  await partition('past', 'minvalue', first)
  await partition('future', end, 'maxvalue')
  await run(`with moved as (delete from ${before} where ${column} < ${first} or ${column} >= ${end} returning *)
    insert into ${table} select * from moved`)
  await run(`alter table ${before} set (parallel_workers = 0)`)
  await run(`alter table ${table} attach partition ${before} for values from (${first}) to (${end})`)
}
