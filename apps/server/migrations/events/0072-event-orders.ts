import type { Migration } from '../../src/platform/database/index.ts'

/** The index of devices has all by which events are sorted, so that rows are read of the page only. */
export const eventOrders: Migration = {
  name: '0072-event-orders',
  async up(db) {
    await db.schema.dropIndex('events_device').execute()
    await db.schema
      .createIndex('events_device')
      .on('events')
      // The number is no part of an index of PostgreSQL by itself.
      .columns(['device_key', 'time_s', 'code', 'hidden', 'checked', 'speed_dkmh', 'updated_ms', 'id'])
      .execute()
  },
}
