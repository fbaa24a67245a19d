import type { Migration } from '../src/platform/database/index.ts'

/** The firmware store; the bytes are files of the data folder, named after their id. */
export const firmware: Migration = {
  name: '0078-firmware',
  async up(db) {
    await db.schema
      .createTable('firmware_files')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('memo', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      // Lower-case hex.
      .addColumn('md5', 'text', (column) => column.notNull())
      // Unix seconds UTC.
      .addColumn('updated_s', 'bigint', (column) => column.notNull())
      .execute()
  },
}
