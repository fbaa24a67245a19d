import { sql } from 'kysely'
import { clustered, type Migration } from '../src/platform/database/index.ts'

/** How an event is dealt with, and what was fetched for it. */
export const eventMedia: Migration = {
  name: '0046-event-media',
  async up(db, traits) {
    const events = db.schema.alterTable('events')
    const flag = (name: string) =>
      events.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)).execute()
    // Number of the last change of the row; see `event_changes`.
    await events.addColumn('updated_ms', 'bigint', (column) => column.notNull().defaultTo(0)).execute()
    // 1: somebody looked at it.
    await flag('checked')
    // NULL: nobody wrote another memo.
    await events.addColumn('edited_memo', 'text').execute()
    // 1: not in lists, because its plan says so.
    await flag('hidden')
    // 1: detected by the server, not reported by the device.
    await flag('by_server')
    // Empty: the event is of no fence.
    await events.addColumn('fence_name', 'text', (column) => column.notNull().defaultTo('')).execute()
    // From `event_media`: attempts of all items, whether all are over, and the channels that are there; bit n-1 is channel n.
    await flag('tries')
    await flag('completed')
    await flag('footage_mask')
    await flag('snapshot_mask')

    const nowMs = sql.lit(Date.now())
    // The time of an event may be in the future, where the clock of its device was wrong.
    await sql`update events
      set updated_ms = case when time_s * 1000 < ${nowMs} then time_s * 1000 else ${nowMs} end`.execute(db)
    await db.schema
      .createTable('event_changes')
      // Always 1: there is one row.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      // Unix ms of the last change of any event, or more: no two changes have the same, and they are committed in this order.
      .addColumn('last_ms', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into event_changes (id, last_ms) select 1, coalesce(max(updated_ms), 0) from events`.execute(db)

    const media = db.schema
      .createTable('event_media')
      // Not a reference: the files of a removed event are removed after it.
      .addColumn('event_id', 'integer', (column) => column.notNull())
      // 1-based.
      .addColumn('channel', 'integer', (column) => column.notNull())
      // `footage` or `snapshot`.
      .addColumn('kind', 'text', (column) => column.notNull())
      // `waiting`, `fetching`, `done` or `failed`.
      .addColumn('state', 'text', (column) => column.notNull())
      // How far it is, 0 to 100.
      .addColumn('percent', 'integer', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      // Unix seconds UTC, what the file shows; NULL while it is not there.
      .addColumn('start_s', 'bigint')
      .addColumn('end_s', 'bigint')
      // Below the data folder, with slashes; NULL while it is not there.
      .addColumn('path', 'text')
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      // Code of the error catalogue: why it waits or failed; empty: no reason.
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('updated_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_media_key', ['event_id', 'channel', 'kind'])
    await clustered(traits, media).execute()

    // Consoles poll for what changed.
    await db.schema.createIndex('events_updated').on('events').column('updated_ms').execute()
    await db.schema.createIndex('events_code').on('events').columns(['code', 'time_s']).execute()
    // Few events have a picture.
    await sql`create index events_snapshot on events (time_s) where snapshot_mask <> 0`.execute(db)
  },
}
