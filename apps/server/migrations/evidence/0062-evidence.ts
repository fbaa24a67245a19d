import { identity, type Migration } from '../../src/platform/database/index.ts'

/** Evidence packages, their chain of custody, and the key that signs them. */
export const evidence: Migration = {
  name: '0062-evidence',
  async up(db, traits) {
    await db.schema
      .createTable('evidence_packages')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      // Key of the device; not a reference: evidence outlives a removed device.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      // Bit n-1 is channel n.
      .addColumn('channels', 'integer', (column) => column.notNull())
      // Unix ms UTC, [start, end).
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      // Name of the account: a package outlives it.
      .addColumn('user_name', 'text', (column) => column.notNull())
      // Unix seconds UTC.
      .addColumn('requested_s', 'bigint', (column) => column.notNull())
      // 1: with the track.
      .addColumn('track', 'integer', (column) => column.notNull())
      // `waiting`, `making`, `ready`, `failed` or `released`.
      .addColumn('state', 'text', (column) => column.notNull())
      // Empty where it did not fail.
      .addColumn('failure', 'text', (column) => column.notNull())
      .addColumn('percent', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      // The process that makes it, and until when it has it without saying so again, unix ms.
      .addColumn('holder', 'text')
      .addColumn('lease_until_ms', 'bigint')
      .execute()
    await db.schema
      .createIndex('evidence_packages_state')
      .on('evidence_packages')
      .columns(['state', 'requested_s'])
      .execute()
    await db.schema
      .createTable('evidence_custody')
      .addColumn('id', 'integer', identity(traits))
      .addColumn('package_id', 'text', (column) => column.notNull())
      // Unix seconds UTC.
      .addColumn('time_s', 'bigint', (column) => column.notNull())
      .addColumn('user_name', 'text', (column) => column.notNull())
      // Empty where the server did it.
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('act', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('evidence_custody_package').on('evidence_custody').column('package_id').execute()
    await db.schema
      .createTable('evidence_key')
      // Always 1: there is one key.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      // PKCS 8 as PEM.
      .addColumn('private_key', 'text', (column) => column.notNull())
      .execute()
    // The package that needs the recordings; empty: locked by a user.
    await db.schema
      .alterTable('recording_locks')
      .addColumn('evidence_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
