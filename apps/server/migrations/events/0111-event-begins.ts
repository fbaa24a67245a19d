import type { Migration } from '../../src/platform/database/index.ts'

/** The index of devices has all that begins of events are counted by, so that no row is read. */
export const eventBegins: Migration = {
  name: '0111-event-begins',
  async up(db) {
    await db.schema.dropIndex('events_device').execute()
    await db.schema
      .createIndex('events_device')
      .on('events')
      .columns([
        'device_key',
        'time_s',
        'code',
        'hidden',
        'checked',
        'speed_dkmh',
        'updated_ms',
        'id',
        'change',
        'by_server',
      ])
      .execute()
  },
}
