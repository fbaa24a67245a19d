import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

interface Tables {
  scheduled_jobs: {
    name: string
    due_ms: number
    holder: string | null
    lease_until_ms: number | null
  }
}

/** The table of jobs: when each is due, and which process runs it. Times are unix ms. */
export interface JobStore {
  /** When the job is due; `firstDueMs` where it is not in the table yet. */
  dueMs(name: string, firstDueMs: number): Promise<number>
  /** Replaces a time that the job is due at, unless another process did. */
  move(name: string, fromMs: number, toMs: number): Promise<void>
  /** Takes a job that is due and that no other process runs. */
  claim(name: string, holder: string, nowMs: number, leaseMs: number): Promise<boolean>
  /** Whether the job is still this holder's. */
  renew(name: string, holder: string, untilMs: number): Promise<boolean>
  /** Gives the job back; with `dueMs` it is done and due again then. */
  release(name: string, holder: string, dueMs: number | null): Promise<void>
}

export function createJobStore(database: Database): JobStore {
  const db = database.tables<Tables>()
  return {
    async dueMs(name, firstDueMs) {
      const read = () => db.selectFrom('scheduled_jobs').select('due_ms').where('name', '=', name).executeTakeFirst()
      const known = await read()
      if (known !== undefined) return known.due_ms
      await db
        .insertInto('scheduled_jobs')
        .values({ name, due_ms: firstDueMs, holder: null, lease_until_ms: null })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      return (await read())?.due_ms ?? firstDueMs
    },
    async move(name, fromMs, toMs) {
      await db
        .updateTable('scheduled_jobs')
        .set({ due_ms: toMs })
        .where('name', '=', name)
        .where('due_ms', '=', fromMs)
        .execute()
    },
    async claim(name, holder, nowMs, leaseMs) {
      const untilMs = nowMs + leaseMs
      const { numUpdatedRows } = await db
        .updateTable('scheduled_jobs')
        .set({ holder, lease_until_ms: untilMs })
        .where('name', '=', name)
        .where('due_ms', '<=', nowMs)
        // A lease that ends so late was written by a clock that was ahead.
        .where((row) =>
          row.or([
            row('holder', 'is', null),
            row('holder', '=', holder),
            row('lease_until_ms', '<=', nowMs),
            row('lease_until_ms', '>', untilMs + leaseMs),
          ]),
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async renew(name, holder, untilMs) {
      const { numUpdatedRows } = await db
        .updateTable('scheduled_jobs')
        .set({ lease_until_ms: untilMs })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async release(name, holder, dueMs) {
      await db
        .updateTable('scheduled_jobs')
        .set({
          holder: null,
          lease_until_ms: null,
          due_ms: dueMs ?? sql.ref<number>('due_ms'),
        })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
    },
  }
}
