import { identity, type Migration } from '../../src/platform/database/index.ts'

/** Files that devices uploaded on their own; the bytes are below `auto-upload` in the data folder. */
export const autoUploads: Migration = {
  name: '0100-auto-uploads',
  async up(db, traits) {
    await db.schema
      .createTable('auto_uploads')
      .addColumn('id', 'integer', identity(traits))
      // Not a reference: files of a removed device are removed after it.
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      // As people see it; no path is made of it.
      .addColumn('name', 'text', (column) => column.notNull())
      // In small letters, without the dot; empty: it has none.
      .addColumn('ext', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      // `multimedia`, `ftp` or `attachment`.
      .addColumn('source', 'text', (column) => column.notNull())
      // How the device calls it where it came from, by which an upload is resumed.
      .addColumn('origin', 'text', (column) => column.notNull())
      // Lower-case hex.
      .addColumn('sha256', 'text', (column) => column.notNull())
      // Below the data folder, with slashes.
      .addColumn('path', 'text', (column) => column.notNull())
      // Unix seconds UTC: when the device made it, where it says so; when its last byte came.
      .addColumn('file_s', 'bigint', (column) => column.notNull())
      .addColumn('updated_s', 'bigint', (column) => column.notNull())
      .execute()
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(`auto_uploads_${name}`).on('auto_uploads').columns(columns).execute()
    await index('time', ['file_s', 'id'])
    await index('device', ['device_id', 'file_s', 'id'])
    await index('origin', ['device_key', 'origin'])
    await index('same', ['device_key', 'sha256'])
    await index('path', ['path'])
  },
}
