import { identity, type Migration } from '../../src/platform/database/index.ts'

/** Fetched files that are uploaded to another server. */
export const eventUploads: Migration = {
  name: '0055-event-uploads',
  async up(db, traits) {
    await db.schema
      .createTable('event_uploads')
      .addColumn('id', 'integer', identity(traits))
      // Number of the event.
      .addColumn('serial', 'integer', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      // Unix seconds of the event.
      .addColumn('time_s', 'bigint', (column) => column.notNull())
      // In the media store, and its name at the target.
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      // With its password; emptied of it when the upload is over.
      .addColumn('target', 'text', (column) => column.notNull())
      // `waiting`, `done` or `failed`.
      .addColumn('state', 'text', (column) => column.notNull())
      // Why it waits or failed.
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      // Unix ms.
      .addColumn('added_ms', 'bigint', (column) => column.notNull())
      .addColumn('not_before_ms', 'bigint', (column) => column.notNull())
      .addColumn('holder', 'text')
      .addColumn('lease_until_ms', 'bigint')
      .execute()
    await db.schema.createIndex('event_uploads_path').unique().on('event_uploads').column('path').execute()
    await db.schema.createIndex('event_uploads_state').on('event_uploads').columns(['state', 'not_before_ms']).execute()
  },
}
