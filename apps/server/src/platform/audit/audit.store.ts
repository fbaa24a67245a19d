import type { Database } from '../database/index.ts'
import type { Log } from '../log/index.ts'
import { openTimePartitions, type PartitionedTable } from '../partitions/index.ts'

/** A month of calls: a million rows or two, and few enough partitions that the rows of a user are found in all of them. */
export const auditPartitions: PartitionedTable = {
  table: 'audit_log',
  column: 'time_ms',
  unitsPerS: 1_000,
  width: 'month',
  ahead: 2,
  // Rows are only added: pages are frozen soon after they are full.
  storage: {
    autovacuum_vacuum_insert_scale_factor: 0,
    autovacuum_vacuum_insert_threshold: 50_000,
    autovacuum_freeze_min_age: 0,
    parallel_workers: 0,
  },
}

/** A row of the audit log. */
export interface AuditRow {
  /** Unix ms UTC. */
  readonly time_ms: number
  /** The process that wrote it, a random number; with `seq` the key of the row within its millisecond. */
  readonly writer: number
  readonly seq: number
  readonly transport: string
  /** Name of the caller; with a result other than `ok` perhaps only the name that was given; '' for nobody. */
  readonly account: string
  /** `null`: the caller was not authenticated. */
  readonly permission: number | null
  readonly address: string
  readonly action: string
  readonly device_id: string | null
  /** `ok`, or the code of the error that was answered. */
  readonly result: string
  /** JSON. */
  readonly parameters: string
  /** Calls that the row stands for. */
  readonly calls: number
}

export interface AuditStore {
  add(rows: readonly AuditRow[]): Promise<void>
  /** Drops the months of which every row is older, where months are stored apart, and then removes at most `limit` rows, oldest first; how many it were. */
  removeBefore(beforeMs: number, limit: number): Promise<number>
}

export function createAuditStore(database: Database, log?: Log): AuditStore {
  const db = database.tables<{ audit_log: AuditRow }>()
  const partitions = openTimePartitions(database, auditPartitions, { log })
  return {
    async add(rows) {
      await db.insertInto('audit_log').values(rows).execute()
    },
    async removeBefore(beforeMs, limit) {
      await partitions?.dropBefore(beforeMs)
      const last = await db
        .selectFrom('audit_log')
        .select('time_ms')
        .where('time_ms', '<', beforeMs)
        .orderBy('time_ms')
        .offset(limit - 1)
        .limit(1)
        .executeTakeFirst()
      // All of a millisecond go together, so that the key alone says where the next batch begins.
      const removal = db.deleteFrom('audit_log').where('time_ms', '<', last === undefined ? beforeMs : last.time_ms + 1)
      return Number((await removal.executeTakeFirst()).numDeletedRows)
    },
  }
}
