import type { Migration } from '../../src/platform/database/index.ts'

/** Which devices have something that is due is read from an index alone, and late events have a time of their own. */
export const eventFetchTurns: Migration = {
  name: '0085-event-fetch-turns',
  async up(db) {
    await db.schema.dropIndex('event_fetches_device').execute()
    await db.schema
      .createIndex('event_fetches_device')
      .on('event_fetches')
      .columns(['device_key', 'not_before_ms', 'time_s', 'end_ms'])
      .execute()
    await db.schema
      .alterTable('event_fetch_times')
      // Unix seconds of the event that was fetched last among those that came later than a newer one; NULL: none was.
      .addColumn('late_s', 'bigint')
      .execute()
  },
}
