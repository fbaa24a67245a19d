import { identity, type Migration } from '../src/platform/database/index.ts'

/** Footage that was asked for of devices; what was fetched lies in files. */
export const footage: Migration = {
  name: '0011-footage',
  async up(db, traits) {
    await db.schema
      .createTable('footage_tasks')
      .addColumn('id', 'integer', identity(traits))
      // Not a reference: what was fetched outlives a removed device.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      // Unix ms UTC, [start, end).
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      // Bits, channel 1 the lowest; so are the other sets of channels.
      .addColumn('channels', 'integer', (column) => column.notNull())
      .addColumn('main_channels', 'integer', (column) => column.notNull())
      // 1: with sound.
      .addColumn('audio', 'integer', (column) => column.notNull())
      // Name of the account: what it asked for outlives it.
      .addColumn('user_name', 'text', (column) => column.notNull())
      // Unix ms UTC.
      .addColumn('created_ms', 'bigint', (column) => column.notNull())
      // `queued`, `running`, `paused`, `done` or `failed`.
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      // Channels of which all is here, and those of them that had something.
      .addColumn('finished', 'integer', (column) => column.notNull())
      .addColumn('filled', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .execute()
  },
}
