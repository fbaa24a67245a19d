import { clustered, type Migration } from '../src/platform/database/index.ts'

/** One row per device and second: where the vehicle was. Written by the position log, read by tracks. */
export const tracksPoints: Migration = {
  name: '0003-tracks-points',
  async up(db, traits) {
    const table = db.schema
      .createTable('track_points')
      // Key of the device; not a reference: points are written thousands at a time and outlive a removed device.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // Unix seconds UTC of the device; of the arrival when it has no clock.
      .addColumn('time_s', 'bigint', (column) => column.notNull())
      // Degrees × 10^6, south and west negative.
      .addColumn('lat_e6', 'integer', (column) => column.notNull())
      .addColumn('lng_e6', 'integer', (column) => column.notNull())
      // Speed, heading, altitude, satellites, signal, ACC in one number, speed highest (services/tracks/point-format.ts).
      .addColumn('motion', 'bigint', (column) => column.notNull())
      // Status bits and odometer in one number; below 0: the device had no clock.
      .addColumn('state', 'bigint', (column) => column.notNull())
      // JT/T 808 bits, unsigned 32.
      .addColumn('alarm_bits', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('track_points_key', ['device_key', 'time_s'])
    await clustered(traits, table).execute()
  },
}
