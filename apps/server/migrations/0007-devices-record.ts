import type { ColumnDataType } from 'kysely'
import { clustered, type Migration } from '../src/platform/database/index.ts'

/** What the record of a device has beyond the first columns; who drove it when; words kept beside it. */
export const devicesRecord: Migration = {
  name: '0007-devices-record',
  async up(db, traits) {
    const columns: readonly (readonly [string, ColumnDataType, string | number])[] = [
      ['driverlicense', 'text', ''],
      ['gpstzenable', 'integer', 0],
      ['videolossinterval', 'integer', 0],
      // 3: the sound of every channel is recorded.
      ['recaudio', 'integer', 3],
      // KB a month; 0 is unlimited.
      ['maxnetflow', 'bigint', 0],
      ['netlimit', 'integer', 0],
      // 0: the default of the server.
      ['eventdays', 'integer', 0],
    ]
    for (const [name, kind, value] of columns) {
      await db.schema
        .alterTable('devices')
        .addColumn(name, kind, (column) => column.notNull().defaultTo(value))
        .execute()
    }
    const drivers = db.schema
      .createTable('device_drivers')
      // Key of the device; not a reference: who drove outlives a removed device.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // Unix seconds UTC: from then on until the next row.
      .addColumn('since_s', 'bigint', (column) => column.notNull())
      .addColumn('driver', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('device_drivers_key', ['device_key', 'since_s'])
    await clustered(traits, drivers).execute()
    const memos = db.schema
      .createTable('car_memos')
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // 0 the first extra column, 1 the second.
      .addColumn('type', 'integer', (column) => column.notNull())
      .addColumn('memo', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('car_memos_key', ['device_key', 'type'])
    await clustered(traits, memos).execute()
    let customers = db.schema
      .createTable('device_customers')
      .addColumn('device_key', 'integer', (column) => column.notNull().primaryKey())
      // 1: to be followed up.
      .addColumn('follow', 'integer', (column) => column.notNull())
    for (const name of ['dealer', 'customer', 'salesman', 'address', 'phone', 'mail', 'memo']) {
      customers = customers.addColumn(name, 'text', (column) => column.notNull())
    }
    await customers.execute()
  },
}
