// Belongs here: how partitions are listed, made and dropped. Does not: which (time-partitions.ts).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { Partition, PartitionedTable } from './partition.types.ts'
import { readBounds } from './partition-bounds.ts'

/** Readers and writers of the table wait no longer than this for a change that waits for others. */
const LOCK_TIMEOUT = '250ms'

/** What becomes of rows of a partition that is about to be dropped. */
export interface BeforeDrop {
  /** Selects, with all their columns, the rows that stay. */
  readonly rowsThatStay: (partition: Partition) => RawBuilder<unknown>
  /** What goes with the others, just before; `staying` is the name of a table with the rows that stay. */
  readonly removals: (partition: Partition, staying: string) => readonly RawBuilder<unknown>[]
}

export interface PartitionStore {
  /** By time. */
  list(): Promise<readonly Partition[]>
  /** Makes the partitions that `missing` answers, seen from the end of the last one, and moves what the one at the end has of them. */
  add(missing: (lastEnd: number) => readonly Partition[]): Promise<number>
  /** Makes partitions that end where the one at the beginning does, of a table that has no rows in their range yet. */
  addBehind(missing: (firstEnd: number) => readonly Partition[]): Promise<number>
  /** Removes from other tables what goes with the rows of a partition. */
  removeWith(partition: Partition, before: BeforeDrop): Promise<void>
  /**
   * Drops the first partition behind the one at the beginning; answers `false` where it is not there any more. With `isBusy` nobody uses
   * the table while the rows that stay are looked for; without it only writers of this partition wait, and may be in the way.
   */
  dropFirst(partition: Partition, before: BeforeDrop | null, isBusy: boolean): Promise<boolean>
}

export function createPartitionStore(database: Database, spec: PartitionedTable): PartitionStore {
  const db = database.tables<unknown>()
  const { column } = spec
  const table = sql.table(spec.table)

  /** No statement uses the table until the transaction ends. */
  const exclusively = (work: (db: Kysely<unknown>) => Promise<void>, transaction: Kysely<unknown>): Promise<void> =>
    sql`lock table ${table} in access exclusive mode`.execute(transaction).then(() => work(transaction))

  return {
    list: () => list(db, spec.table),
    async add(missing) {
      let made = 0
      await db.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction)
        await exclusively(async (locked) => {
          const { from: lastEnd, name } = end(await list(locked, spec.table), -1)
          const partitions = missing(lastEnd)
          const last = partitions.at(-1)
          if (last === undefined) return
          await detach(locked, spec.table, name)
          for (const partition of partitions) await create(locked, spec, partition)
          // A device whose clock is ahead, or the time in which nobody made a partition.
          await sql`with moved as (delete from ${sql.table(name)} where ${sql.ref(column)} < ${sql.lit(last.to)} returning *)
            insert into ${table} select * from moved`.execute(locked)
          await attach(locked, spec.table, { name, from: last.to, to: Number.POSITIVE_INFINITY })
          made = partitions.length
        }, transaction)
      })
      return made
    },
    async addBehind(missing) {
      let made = 0
      await db.transaction().execute(async (transaction) => {
        await exclusively(async (locked) => {
          const first = end(await list(locked, spec.table), 0)
          const partitions = missing(first.to)
          const [oldest] = partitions
          if (oldest === undefined) return
          await detach(locked, spec.table, first.name)
          for (const partition of partitions) await create(locked, spec, partition)
          await attach(locked, spec.table, { ...first, to: oldest.from })
          made = partitions.length
        }, transaction)
      })
      return made
    },
    async removeWith(partition, before) {
      await db.transaction().execute(async (transaction) => {
        await keep(transaction, partition, before)
        for (const removal of before.removals(partition, STAYING)) await removal.execute(transaction)
      })
    },
    async dropFirst(partition, before, isBusy) {
      let isDropped = false
      await db.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction)
        const ours = (await list(transaction, spec.table)).find(({ name }) => name === partition.name)
        if (ours?.from !== partition.from || ours.to !== partition.to) return
        if (isBusy) await sql`lock table ${table} in access exclusive mode`.execute(transaction)
        // Nobody writes into it meanwhile; everyone may read.
        else await sql`lock table ${sql.table(partition.name)} in share mode`.execute(transaction)
        if (before !== null) await keep(transaction, partition, before)
        await exclusively(async (locked) => {
          const first = end(await list(locked, spec.table), 0)
          await detach(locked, spec.table, partition.name)
          await detach(locked, spec.table, first.name)
          await attach(locked, spec.table, { ...first, to: partition.to })
          if (before !== null) await sql`insert into ${table} select * from ${sql.table(STAYING)}`.execute(locked)
          await sql`drop table ${sql.table(partition.name)}`.execute(locked)
        }, transaction)
        isDropped = true
      })
      return isDropped
    },
  }
}

/** For the time of a transaction. */
const STAYING = 'rows_that_stay'

async function keep(db: Kysely<unknown>, partition: Partition, before: BeforeDrop): Promise<void> {
  await sql`create temporary table ${sql.table(STAYING)} on commit drop as ${before.rowsThatStay(partition)}`.execute(
    db,
  )
}

async function list(db: Kysely<unknown>, table: string): Promise<readonly Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bounds
    from pg_inherits join pg_class as child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = ${table}::regclass`.execute(db)
  return rows.map(({ name, bounds }) => ({ name, ...readBounds(bounds) })).sort((a, b) => a.from - b.from)
}

/** The partition at the beginning (0) or at the end (-1), which both are always there. */
function end(partitions: readonly Partition[], index: 0 | -1): Partition {
  const found = partitions.at(index)
  if (found === undefined) throw new Error('a partitioned table has no partitions')
  return found
}

async function create(db: Kysely<unknown>, { table, storage }: PartitionedTable, partition: Partition): Promise<void> {
  const parameters = sql.join(Object.entries(storage).map(([name, value]) => sql`${sql.raw(name)} = ${sql.lit(value)}`))
  await sql`create table ${sql.table(partition.name)} partition of ${sql.table(table)}
    for values from (${sql.lit(partition.from)}) to (${sql.lit(partition.to)}) with (${parameters})`.execute(db)
}

async function detach(db: Kysely<unknown>, table: string, name: string): Promise<void> {
  await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)}`.execute(db)
}

async function attach(db: Kysely<unknown>, table: string, { name, from, to }: Partition): Promise<void> {
  const bound = (value: number, open: string) => (Number.isFinite(value) ? sql.lit(value) : sql.raw(open))
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${bound(from, 'minvalue')}) to (${bound(to, 'maxvalue')})`.execute(db)
}
