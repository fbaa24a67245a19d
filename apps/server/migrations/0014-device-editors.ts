import { clustered, type Migration } from '../src/platform/database/index.ts'

/** What devices report about themselves, what is known of who drives them, and what their lines have moved by day. */
export const deviceEditors: Migration = {
  name: '0014-device-editors',
  async up(db, traits) {
    let identities = db.schema
      .createTable('device_identities')
      .addColumn('device_key', 'integer', (column) => column.notNull().primaryKey())
      // Unix seconds of the latest 0x0107; 0 while there was none.
      .addColumn('attributes_s', 'bigint', (column) => column.notNull())
    for (const name of ['maker', 'model', 'terminal_id', 'iccid', 'hardware', 'firmware']) {
      identities = identities.addColumn(name, 'text', (column) => column.notNull())
    }
    // The value the device reported last: while the record still has this value, no user has typed another one.
    for (const name of ['plate', 'driver', 'licence']) {
      identities = identities.addColumn(name, 'text', (column) => column.notNull())
    }
    await identities.execute()

    let drivers = db.schema
      .createTable('driver_infos')
      .addColumn('device_key', 'integer', (column) => column.notNull().primaryKey())
      // Unix seconds.
      .addColumn('update_s', 'bigint', (column) => column.notNull())
    for (const name of ['gender', 'phone', 'birthday']) {
      drivers = drivers.addColumn(name, 'text', (column) => column.notNull())
    }
    await drivers.execute()

    const traffic = db.schema
      .createTable('device_traffic')
      // Key of the device; not a reference: what was moved outlives a removed device.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // Days since 1970-01-01 in the time zone of the server.
      .addColumn('day', 'integer', (column) => column.notNull())
      // Bytes: from the device, and to it.
      .addColumn('bytes_in', 'bigint', (column) => column.notNull())
      .addColumn('bytes_out', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('device_traffic_key', ['device_key', 'day'])
    await clustered(traits, traffic).execute()
  },
}
