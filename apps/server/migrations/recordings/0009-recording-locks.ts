import { identity, type Migration } from '../../src/platform/database/index.ts'

/** Ranges of recordings that are never deleted, until a user unlocks them. */
export const recordingLocks: Migration = {
  name: '0009-recording-locks',
  async up(db, traits) {
    await db.schema
      .createTable('recording_locks')
      .addColumn('id', 'integer', identity(traits))
      // Key of the device; not a reference: recordings outlive a removed device.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // 1-based; 0: all channels.
      .addColumn('channel', 'integer', (column) => column.notNull())
      // Unix ms UTC, [start, end).
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      // Name of the account: a lock outlives it.
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      // When it was locked, unix seconds UTC.
      .addColumn('time_s', 'bigint', (column) => column.notNull())
      .execute()
    // The cleaner asks of each old recording whether it is locked.
    await db.schema
      .createIndex('recording_locks_device')
      .on('recording_locks')
      .columns(['device_key', 'start_ms'])
      .execute()
  },
}
