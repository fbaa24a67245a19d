import { identity, type Migration } from '../../src/platform/database/index.ts'

/** What users watched, played and downloaded. */
export const streamLog: Migration = {
  name: '0074-stream-log',
  async up(db, traits) {
    await db.schema
      .createTable('stream_log')
      .addColumn('id', 'integer', identity(traits))
      // Not references: rows outlive a removed account and a removed device.
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      // 0: all channels of the device.
      .addColumn('channel', 'integer', (column) => column.notNull())
      // Numbers of the wire, USLOG-08 and USLOG-09.
      .addColumn('entrance', 'integer', (column) => column.notNull())
      .addColumn('type', 'integer', (column) => column.notNull())
      // Unix ms UTC.
      .addColumn('ask_ms', 'bigint', (column) => column.notNull())
      .addColumn('during_s', 'integer', (column) => column.notNull())
      .addColumn('update_ms', 'bigint', (column) => column.notNull())
      .execute()
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(`stream_log_${name}`).on('stream_log').columns(columns).execute()
    await index('time', ['update_ms', 'id'])
    await index('entrance', ['entrance', 'update_ms', 'id'])
    await index('type', ['type', 'update_ms', 'id'])
    // These have what is compared besides, so that rows are read only for the page.
    await index('device', ['device_id', 'update_ms', 'id', 'user_name', 'type', 'entrance'])
    await index('user', ['user_name', 'update_ms', 'id', 'device_key', 'type', 'entrance'])
    // What goes on now; a row leaves when its row in the log is written.
    await db.schema
      .createTable('open_streams')
      // The process, a random number, and its own number for the use.
      .addColumn('writer', 'integer', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      // `live`, `localPlayback`, `localDownload`, `remotePlayback` or `remoteDownload`.
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('channel', 'integer', (column) => column.notNull())
      // Unix ms UTC.
      .addColumn('ask_ms', 'bigint', (column) => column.notNull())
      .addColumn('seen_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('open_streams_key', ['writer', 'seq'])
      .execute()
  },
}
