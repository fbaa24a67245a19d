import type { Migration } from '../../src/platform/database/index.ts'

/** The index of changes has all that a query of what changed compares, so that rows are read of the page only. */
export const eventChangesIndex: Migration = {
  name: '0109-event-changes-index',
  async up(db) {
    await db.schema.dropIndex('events_updated').execute()
    await db.schema
      .createIndex('events_updated')
      .on('events')
      // The number is no part of an index of PostgreSQL by itself.
      .columns(['updated_ms', 'device_key', 'time_s', 'code', 'hidden', 'id'])
      .execute()
  },
}
