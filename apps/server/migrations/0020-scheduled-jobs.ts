import type { Migration } from '../src/platform/database/index.ts'

/** Work that recurs: when each job is due, and which process runs it. */
export const scheduledJobs: Migration = {
  name: '0020-scheduled-jobs',
  async up(db) {
    await db.schema
      .createTable('scheduled_jobs')
      .addColumn('name', 'text', (column) => column.notNull().primaryKey())
      // Unix ms UTC.
      .addColumn('due_ms', 'bigint', (column) => column.notNull())
      // The process that runs it now; NULL: none.
      .addColumn('holder', 'text')
      .addColumn('lease_until_ms', 'bigint')
      .execute()
  },
}
