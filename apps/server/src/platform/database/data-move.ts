// Belongs here: the record that a move of data leaves in the database it fills (services/move), and that nothing else uses such a database.
import { type Kysely, sql } from 'kysely'
import { StartError } from '../errors/index.ts'
import type { Database } from './database.types.ts'

/** Which data is moved into a database. */
export interface MoveState {
  /** The same for the same source, wherever it lies. */
  readonly source: string
  /** Where the source lay, for people. */
  readonly folder: string
  readonly isFinished: boolean
}

export interface TableState {
  /** Of the last row that was stored, as its writer wrote it; `null`: none was. */
  readonly position: string | null
  /** How many were stored. */
  readonly rows: number
  readonly isDone: boolean
}

/** Beside the schema, as the lease is: they are there before its first step, and are no part of what is moved. */
export const MOVE_TABLES = ['data_move', 'data_move_tables'] as const

interface MoveTables {
  data_move: { id: number; source: string; folder: string; begun_ms: number; finished_ms: number | null }
  data_move_tables: { name: string; position: string | null; rows: number; is_done: number }
}

export interface MoveRecord {
  /** `null`: no move into this database was begun. */
  read(): Promise<MoveState | null>
  /** In one transaction, so that a record is there as a whole or not at all. */
  begin(state: Pick<MoveState, 'source' | 'folder'>): Promise<void>
  finish(): Promise<void>
  tables(): Promise<ReadonlyMap<string, TableState>>
  /** Within the transaction that stores the rows; false: another move has stored them. */
  step(transaction: Kysely<unknown>, table: string, from: TableState, to: TableState): Promise<boolean>
}

/** For PostgreSQL. */
export function createMoveRecord(database: Database, nowMs: () => number): MoveRecord {
  const db = database.tables<MoveTables>()
  return {
    read: () => readMove(database),
    begin: ({ source, folder }) =>
      db.transaction().execute(async (transaction) => {
        await sql`create table data_move (id integer primary key, source text not null, folder text not null,
          begun_ms bigint not null, finished_ms bigint)`.execute(transaction)
        await sql`create table data_move_tables (name text primary key, position text, rows bigint not null,
          is_done integer not null)`.execute(transaction)
        const row = { id: 1, source, folder, begun_ms: nowMs(), finished_ms: null }
        await transaction.insertInto('data_move').values(row).execute()
      }),
    async finish() {
      await db.updateTable('data_move').set({ finished_ms: nowMs() }).execute()
    },
    async tables() {
      const rows = await db.selectFrom('data_move_tables').selectAll().execute()
      return new Map(
        rows.map(({ name, position, rows: count, is_done }) => [
          name,
          { position, rows: count, isDone: is_done === 1 },
        ]),
      )
    },
    async step(transaction, name, from, to) {
      const values = { position: to.position, rows: to.rows, is_done: Number(to.isDone) }
      const stored = transaction as unknown as Kysely<MoveTables>
      if (from.position === null && from.rows === 0) {
        const { numInsertedOrUpdatedRows } = await stored
          .insertInto('data_move_tables')
          .values({ name, ...values })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }
      const { numUpdatedRows } = await stored
        .updateTable('data_move_tables')
        .set(values)
        .where('name', '=', name)
        .where('rows', '=', from.rows)
        .where('is_done', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

/** A server on half of the data would make an administrator, and its new rows would be in the way of the others. */
export async function rejectUnfinishedMove(database: Database): Promise<void> {
  if (!database.traits.sharedByServers) return
  const move = await readMove(database)
  if (move === null || move.isFinished) return
  throw new StartError(
    `The database is being filled from ${move.folder}, and that is not finished. Run the same fleetglass migrate command again, or use an empty database.`,
  )
}

async function readMove(database: Database): Promise<MoveState | null> {
  const db = database.tables<MoveTables>()
  const { rows } = await sql<{ there: boolean }>`select to_regclass('data_move') is not null as there`.execute(db)
  if (rows[0]?.there !== true) return null
  const row = await db.selectFrom('data_move').selectAll().executeTakeFirst()
  return row === undefined ? null : { source: row.source, folder: row.folder, isFinished: row.finished_ms !== null }
}
