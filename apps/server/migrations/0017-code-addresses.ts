import type { Migration } from '../src/platform/database/index.ts'

/** Where a device showed its authentication code last (empty while it has not), and what codes are sealed with. */
export const codeAddresses: Migration = {
  name: '0017-code-addresses',
  async up(db) {
    await db.schema
      .alterTable('device_codes')
      .addColumn('address', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createTable('device_code_secret')
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('secret', 'text', (column) => column.notNull())
      .execute()
  },
}
