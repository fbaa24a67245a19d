import { identity, type Migration } from '../../src/platform/database/index.ts'

/** What happened to devices: one row for each beginning and each end. */
export const events: Migration = {
  name: '0008-events',
  async up(db, traits) {
    await db.schema
      .createTable('events')
      .addColumn('id', 'integer', identity(traits))
      // Key of the device; not a reference: events outlive a removed device.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // Unix seconds UTC.
      .addColumn('time_s', 'bigint', (column) => column.notNull())
      // A number of the catalogue.
      .addColumn('code', 'integer', (column) => column.notNull())
      // `new` or `cover`.
      .addColumn('change', 'text', (column) => column.notNull())
      // Empty: the label of the catalogue.
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('memo', 'text', (column) => column.notNull())
      // 1: a person in the vehicle requested a talk.
      .addColumn('call', 'integer', (column) => column.notNull())
      // Where it was, degrees in millionths, and how fast, tenths of km/h; NULL where the device did not know.
      .addColumn('lat_e6', 'integer')
      .addColumn('lng_e6', 'integer')
      .addColumn('speed_dkmh', 'integer')
      .execute()
    // A day of some devices, and all of one time: reports ask so, and the clean-up.
    await db.schema.createIndex('events_device').on('events').columns(['device_key', 'time_s', 'code']).execute()
    await db.schema.createIndex('events_time').on('events').columns(['time_s', 'code']).execute()
  },
}
