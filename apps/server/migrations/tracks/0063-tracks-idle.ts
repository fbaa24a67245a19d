import { sql } from 'kysely'
import type { Migration } from '../../src/platform/database/index.ts'

/** The longest stretch that a page compares with another one, twice. */
const SUMMED_AGAIN_S = 62 * 86_400
/** A longer step between two points is silence. */
const SILENCE_S = 600
/** `motion` of a point that drives is at or above this: its highest bits are 0.1 km/h, its lowest is the ignition. */
const DRIVING_MOTION = 51 * 2 ** 35

/** How long a vehicle stood with the ignition on, in the sums of quarters of an hour. Quarters of long ago have none. */
export const tracksIdle: Migration = {
  name: '0063-tracks-idle',
  async up(db) {
    await db.schema
      .alterTable('track_sums')
      .addColumn('idle_s', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    const { rows } = await sql<{ device_key: number; last_slot: number }>`
      select device_key, max(slot) as last_slot from track_sums group by device_key`.execute(db)
    // Device by device, by the key of the points: a few hundred thousand rows at once.
    for (const { device_key, last_slot } of rows) {
      const fromS = Number(last_slot) * 900 - SUMMED_AGAIN_S
      await sql`
        update track_sums set idle_s = found.idle_s from (
          select slot, sum(step_s) as idle_s from (
            select time_s / 900 as slot, time_s - lag(time_s) over (order by time_s) as step_s,
              lag(motion) over (order by time_s) as motion
            from track_points where device_key = ${sql.lit(device_key)} and time_s >= ${sql.lit(fromS)}
          ) as steps
          where step_s <= ${sql.lit(SILENCE_S)} and motion < ${sql.lit(DRIVING_MOTION)} and motion % 2 = 1
          group by slot
        ) as found where track_sums.device_key = ${sql.lit(device_key)} and track_sums.slot = found.slot`.execute(db)
    }
  },
}
