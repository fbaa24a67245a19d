import type { Kysely } from 'kysely'
import { identity, type Migration } from '../src/platform/database/index.ts'

/** Registered devices, and one number that rises with every change of them. */
export const devices: Migration = {
  name: '0002-devices',
  async up(db, traits) {
    await db.schema
      .createTable('devices')
      // Tracks and recordings on disk are named by it, so a number is never given to another device.
      .addColumn('key', 'integer', identity(traits))
      .addColumn('device_id', 'text', (column) => column.notNull().unique())
      // Unix seconds of the removal; NULL while registered. The row stays, so that the device gets its number back.
      .addColumn('removed_s', 'bigint')
      .addColumn('group_id', 'integer', (column) => column.notNull().references('groups.id'))
      .addColumn('channels', 'integer', (column) => column.notNull())
      .addColumn('chmask', 'text', (column) => column.notNull())
      .addColumn('recenable', 'integer', (column) => column.notNull())
      .addColumn('recplan', 'text', (column) => column.notNull())
      .addColumn('streamtype', 'text', (column) => column.notNull())
      .addColumn('recdays', 'integer', (column) => column.notNull())
      .addColumn('utc_offset_minutes', 'integer', (column) => column.notNull())
      .addColumn('driver', 'text', (column) => column.notNull())
      .addColumn('vehicleid', 'text', (column) => column.notNull())
      .addColumn('plate', 'text', (column) => column.notNull())
      .addColumn('extid', 'text', (column) => column.notNull())
      .addColumn('icon', 'integer', (column) => column.notNull())
      .addColumn('chnames', 'text', (column) => column.notNull())
      .addColumn('chsort', 'text', (column) => column.notNull())
      .addColumn('talkch', 'integer', (column) => column.notNull())
      .addColumn('maplocation', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('device_list')
      // Always the one row with id 1.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute()
    await (db as Kysely<{ device_list: { id: number; version: number } }>)
      .insertInto('device_list')
      .values({ id: 1, version: 1 })
      .execute()
  },
}
