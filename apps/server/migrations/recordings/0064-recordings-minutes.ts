import { sql } from 'kysely'
import { clustered, type Migration } from '../../src/platform/database/index.ts'

/** A file has at most ten minutes and may begin within one: it reaches into eleven. */
const MINUTES_OF_A_FILE = 11

/** Which minutes of each quarter of an hour a device was recorded, whatever is deleted later. */
export const recordingsMinutes: Migration = {
  name: '0064-recordings-minutes',
  async up(db, traits) {
    const minutes = db.schema
      .createTable('recording_minutes')
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // Unix time in quarters of an hour.
      .addColumn('slot', 'integer', (column) => column.notNull())
      // Bit n is the minute n of the quarter.
      .addColumn('minutes', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('recording_minutes_key', ['device_key', 'slot'])
    await clustered(traits, minutes).execute()

    const steps = sql.join(
      Array.from({ length: MINUTES_OF_A_FILE }, (_, n) => sql`select ${sql.lit(n)} as step`),
      sql` union all `,
    )
    const { rows } = await sql<{ device_key: number }>`select distinct device_key from recordings`.execute(db)
    // Device by device: the minutes of one fit the memory.
    for (const { device_key } of rows) {
      await sql`
        insert into recording_minutes (device_key, slot, minutes)
        select ${sql.lit(device_key)}, recorded_minute / 15, sum(1 << cast(recorded_minute % 15 as integer)) from (
          select distinct start_ms / 60000 + step as recorded_minute from recordings cross join (${steps}) as steps
          where device_key = ${sql.lit(device_key)} and start_ms / 60000 + step <= (end_ms - 1) / 60000
        ) as found group by recorded_minute / 15`.execute(db)
    }
  },
}
