import type { Migration } from '../../src/platform/database/index.ts'

/** The face library; the bytes of a photo are a file of the data folder, named after its id. */
export const faces: Migration = {
  name: '0103-faces',
  async up(db) {
    await db.schema
      .createTable('faces')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('unit', 'text', (column) => column.notNull())
      .addColumn('idcard', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('contact', 'text', (column) => column.notNull())
      .addColumn('memo', 'text', (column) => column.notNull())
      // Unix ms UTC: the order of the list.
      .addColumn('added_ms', 'bigint', (column) => column.notNull())
      // Unix seconds UTC.
      .addColumn('updated_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('face_photos')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('face_id', 'text', (column) => column.notNull())
      // Unix ms UTC.
      .addColumn('added_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('face_photos_face').on('face_photos').column('face_id').execute()
  },
}
