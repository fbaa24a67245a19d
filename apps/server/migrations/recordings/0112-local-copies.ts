import type { Migration } from '../../src/platform/database/index.ts'

/** Files that are in the bucket and whose local copy has not been deleted yet. */
export const localCopies: Migration = {
  name: '0112-local-copies',
  async up(db) {
    await db.schema
      .createTable('local_copies')
      // Below the media folder, or on a media slot.
      .addColumn('path', 'text', (column) => column.notNull().primaryKey())
      // The recording; its row says that it is in the bucket.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('channel', 'integer', (column) => column.notNull())
      .execute()
  },
}
