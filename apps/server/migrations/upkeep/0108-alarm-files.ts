import { sql } from 'kysely'
import type { Migration } from '../../src/platform/database/index.ts'

/** Which alarm of active safety an event and an automatic upload belong to: by the number that the device gave the alarm. */
export const alarmFiles: Migration = {
  name: '0108-alarm-files',
  async up(db) {
    for (const table of ['events', 'auto_uploads']) {
      // Time and sequence of the alarm, as the device says them; empty: none.
      await db.schema
        .alterTable(table)
        .addColumn('alarm', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      // Few events have one.
      await sql`create index ${sql.ref(`${table}_alarm`)} on ${sql.ref(table)} (device_key, alarm) where alarm <> ''`.execute(
        db,
      )
    }
  },
}
