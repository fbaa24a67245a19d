import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/index.ts'

/** Indexes that answer a query of events without looking at the rows that it leaves out. */
export const eventQueries: Migration = {
  name: '0047-event-queries',
  async up(db) {
    for (const name of ['events_device', 'events_time', 'events_code', 'events_snapshot']) {
      await db.schema.dropIndex(name).execute()
    }
    const index = (name: string) => db.schema.createIndex(name).on('events')
    // Of some devices.
    await index('events_device').columns(['device_key', 'time_s', 'code', 'hidden']).execute()
    // Of many devices, and the clean-up.
    await index('events_time').columns(['time_s', 'device_key', 'code', 'hidden']).execute()
    // Of one code.
    await index('events_code').columns(['code', 'time_s', 'device_key', 'hidden']).execute()
    // Few events have a picture.
    await sql`create index events_snapshot on events (time_s, device_key, code, hidden) where snapshot_mask <> 0`.execute(
      db,
    )
  },
}
