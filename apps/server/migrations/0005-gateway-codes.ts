import type { Migration } from '../src/platform/database/index.ts'

/** The authentication code that a device was given when it registered. */
export const gatewayCodes: Migration = {
  name: '0005-gateway-codes',
  async up(db) {
    await db.schema
      .createTable('device_codes')
      .addColumn('device_key', 'integer', (column) => column.notNull().primaryKey().references('devices.key'))
      // SHA-256 in hex; the code is random, so a slow hash would add nothing.
      .addColumn('code_hash', 'text', (column) => column.notNull())
      // Unix seconds.
      .addColumn('given_s', 'bigint', (column) => column.notNull())
      // When the device showed it first; NULL while it is unknown whether it received it.
      .addColumn('used_s', 'bigint')
      .execute()
  },
}
