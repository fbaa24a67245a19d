import { identity, type Migration } from '../../src/platform/database/index.ts'

/** Talks and broadcasts that were held; what was said lies in files. */
export const talks: Migration = {
  name: '0010-talks',
  async up(db, traits) {
    await db.schema
      .createTable('talks')
      .addColumn('id', 'integer', identity(traits))
      // `talk` or `broadcast`.
      .addColumn('kind', 'text', (column) => column.notNull())
      // Not a reference: talks outlive a removed account, and are shown with the name it had.
      .addColumn('user_id', 'integer', (column) => column.notNull())
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      // Between commas.
      .addColumn('device_ids', 'text', (column) => column.notNull())
      // Unix ms UTC.
      .addColumn('begin_ms', 'bigint', (column) => column.notNull())
      // NULL while it goes on.
      .addColumn('end_ms', 'bigint')
      .addColumn('update_ms', 'bigint', (column) => column.notNull())
      // How it ended; empty for the usual end.
      .addColumn('result', 'text', (column) => column.notNull())
      // Below the folder of talks, with slashes; empty when no sound was received.
      .addColumn('path', 'text', (column) => column.notNull())
      // 1: that side is in the file.
      .addColumn('has_operator', 'integer', (column) => column.notNull())
      .addColumn('has_device', 'integer', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('talks_begin').on('talks').columns(['begin_ms', 'user_id']).execute()
  },
}
