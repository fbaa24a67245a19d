import { sql } from 'kysely'
import { clustered, identity, type Migration } from '../../src/platform/database/index.ts'

/** What download plans fetch: up to which event they were applied, what waits, and when a device and code were fetched last. */
export const eventFetches: Migration = {
  name: '0054-event-fetches',
  async up(db, traits) {
    await db.schema
      .createTable('event_fetch_cursor')
      // Always 1: there is one cursor.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      // The last event to which the plans were applied.
      .addColumn('serial', 'integer', (column) => column.notNull())
      .execute()
    // Events of before have no plan.
    await sql`insert into event_fetch_cursor (id, serial) select 1, coalesce(max(id), 0) from events`.execute(db)
    await db.schema
      .createTable('event_fetches')
      .addColumn('id', 'integer', identity(traits))
      // Number of the event.
      .addColumn('serial', 'integer', (column) => column.notNull())
      // `footage` or `snapshot`.
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      // Unix seconds of the event.
      .addColumn('time_s', 'bigint', (column) => column.notNull())
      // Unix ms UTC, [start, end).
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      // Bits, channel 1 the lowest; so are the channels of which the main stream is wanted.
      .addColumn('channels', 'integer', (column) => column.notNull())
      .addColumn('main_channels', 'integer', (column) => column.notNull())
      // 1: with sound.
      .addColumn('audio', 'integer', (column) => column.notNull())
      // 1: only while the ignition is off.
      .addColumn('acc_off', 'integer', (column) => column.notNull())
      // Where the files are uploaded to, with its password; empty: nowhere.
      .addColumn('upload', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      // Unix ms: not earlier.
      .addColumn('not_before_ms', 'bigint', (column) => column.notNull())
      // The process that fetches it, and until when that holds.
      .addColumn('holder', 'text')
      .addColumn('lease_until_ms', 'bigint')
      .execute()
    await db.schema
      .createIndex('event_fetches_event')
      .unique()
      .on('event_fetches')
      .columns(['serial', 'kind'])
      .execute()
    await db.schema.createIndex('event_fetches_device').on('event_fetches').columns(['device_key', 'time_s']).execute()
    const times = db.schema
      .createTable('event_fetch_times')
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('code', 'integer', (column) => column.notNull())
      // Unix seconds of the last event that was fetched.
      .addColumn('time_s', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_fetch_times_key', ['device_key', 'code'])
    await clustered(traits, times).execute()
    await db.schema
      .alterTable('footage_tasks')
      // The event that it is fetched for; NULL: a user requested it.
      .addColumn('event_serial', 'integer')
      .execute()
  },
}
