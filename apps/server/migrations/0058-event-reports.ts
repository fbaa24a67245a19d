import { identity, type Migration } from '../src/platform/database/index.ts'

/** Scheduled reports, and the files that they wrote. */
export const eventReports: Migration = {
  name: '0058-event-reports',
  async up(db, traits) {
    await db.schema
      .createTable('event_reports')
      .addColumn('id', 'integer', identity(traits))
      // JSON, as the contract describes it.
      .addColumn('report', 'text', (column) => column.notNull())
      // Unix seconds: where the next period begins that has no file.
      .addColumn('next_s', 'bigint', (column) => column.notNull())
      .addColumn('update_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('event_report_files')
      // Random: links carry no credentials.
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      // Not a reference: a file outlives its report.
      .addColumn('report_id', 'integer', (column) => column.notNull())
      .addColumn('profile', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('period', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      // Unix seconds, [start, end).
      .addColumn('start_s', 'bigint', (column) => column.notNull())
      .addColumn('end_s', 'bigint', (column) => column.notNull())
      .addColumn('update_s', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      // JSON: sender, receivers and script that are still to get the file; empty when there is nothing left to do.
      .addColumn('delivery', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('event_report_files_update').on('event_report_files').column('update_s').execute()
  },
}
