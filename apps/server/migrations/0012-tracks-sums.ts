import { sql } from 'kysely'
import { clustered, type Migration } from '../src/platform/database/index.ts'

const STRAY_KEY = ['device_key', 'arrived_s', 'said_s', 'lat_e6', 'lng_e6', 'motion'] as const

/**
 * Sums of every quarter of an hour of a track, the list of those to be made anew, and the points whose device had no
 * believable clock in a table of their own.
 */
export const tracksSums: Migration = {
  name: '0012-tracks-sums',
  async up(db, traits) {
    const sums = db.schema
      .createTable('track_sums')
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // Unix time in quarters of an hour: time_s / 900.
      .addColumn('slot', 'integer', (column) => column.notNull())
      .addColumn('points', 'integer', (column) => column.notNull())
      .addColumn('first_s', 'bigint', (column) => column.notNull())
      .addColumn('last_s', 'bigint', (column) => column.notNull())
      .addColumn('distance_mm', 'bigint', (column) => column.notNull())
      .addColumn('max_speed_dkmh', 'integer', (column) => column.notNull())
      .addColumn('driving_s', 'integer', (column) => column.notNull())
      .addColumn('standing_s', 'integer', (column) => column.notNull())
      .addColumn('stops', 'integer', (column) => column.notNull())
      .addColumn('stopped_s', 'integer', (column) => column.notNull())
      .addColumn('overspeeds', 'integer', (column) => column.notNull())
      // How long it had been standing at the last point, up to 60 s: the next sum goes on from here.
      .addColumn('stands_s', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('track_sums_key', ['device_key', 'slot'])
    await clustered(traits, sums).execute()

    const marks = db.schema
      .createTable('track_marks')
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('slot', 'integer', (column) => column.notNull())
      // Which mark it is: one that was set anew while the sum was made stays.
      .addColumn('mark', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('track_marks_key', ['device_key', 'slot'])
    await clustered(traits, marks).execute()

    const strays = db.schema
      .createTable('track_strays')
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // Unix seconds of the arrival, and of the device's clock; 0 where it said nothing.
      .addColumn('arrived_s', 'bigint', (column) => column.notNull())
      .addColumn('said_s', 'bigint', (column) => column.notNull())
      // As in `track_points`.
      .addColumn('lat_e6', 'integer', (column) => column.notNull())
      .addColumn('lng_e6', 'integer', (column) => column.notNull())
      .addColumn('motion', 'bigint', (column) => column.notNull())
      .addColumn('state', 'bigint', (column) => column.notNull())
      .addColumn('alarm_bits', 'bigint', (column) => column.notNull())
      // A batch brings many in one second, often none with a time: what differs in anything is kept.
      .addPrimaryKeyConstraint('track_strays_key', [...STRAY_KEY])
    await clustered(traits, strays).execute()

    // Until now they lay among the others, with a state below 0 and without what the clock said.
    await sql`insert into track_strays select device_key, time_s, 0, lat_e6, lng_e6, motion, -1 - state, alarm_bits
      from track_points where state < 0`.execute(db)
    await sql`delete from track_points where state < 0`.execute(db)
    await sql`insert into track_marks select distinct device_key, time_s / 900, 0 from track_points`.execute(db)
  },
}
