import { clustered, type Migration } from '../../src/platform/database/index.ts'

/** One row per closed recording file. The folder is the truth: the rows can be made again from it. */
export const recordings: Migration = {
  name: '0004-recordings',
  async up(db, traits) {
    const table = db.schema
      .createTable('recordings')
      // Key of the device; not a reference: recordings outlive a removed device.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // Unix ms UTC, [start, end).
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      // 1-based.
      .addColumn('channel', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      // Where the first fragment that begins with a key frame lies in the file.
      .addColumn('first_key_frame_offset', 'integer', (column) => column.notNull())
      // Below the media folder, with slashes.
      .addColumn('path', 'text', (column) => column.notNull())
      // A day of one device is asked by its start; its channels come together.
      .addPrimaryKeyConstraint('recordings_key', ['device_key', 'start_ms', 'channel'])
    await clustered(traits, table).execute()
    // Oldest first, over all devices: for the cleaner and the calendar.
    await db.schema.createIndex('recordings_start').on('recordings').columns(['start_ms', 'device_key']).execute()
  },
}
