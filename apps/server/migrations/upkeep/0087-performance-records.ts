import type { Migration } from '../../src/platform/database/index.ts'

/** The work of each server, minute by minute. */
export const performanceRecords: Migration = {
  name: '0087-performance-records',
  async up(db) {
    await db.schema
      .createTable('performance_records')
      // Unix seconds: start of the minute.
      .addColumn('time_s', 'bigint', (column) => column.notNull())
      .addColumn('server', 'text', (column) => column.notNull())
      .addColumn('meter', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      // Microseconds, of all together and of the longest.
      .addColumn('sum_us', 'bigint', (column) => column.notNull())
      .addColumn('longest_us', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('performance_records_key', ['time_s', 'server', 'meter'])
      .execute()
  },
}
