import type { Migration } from '../src/platform/database/index.ts'

/** What administrators have set at run time: a row a section, with the fields that were saved. */
export const settings: Migration = {
  name: '0021-settings',
  async up(db) {
    await db.schema
      .createTable('settings')
      .addColumn('section', 'text', (column) => column.notNull().primaryKey())
      // Rises by one with each save.
      .addColumn('revision', 'integer', (column) => column.notNull())
      // JSON: by field its value and the revision in which it changed last.
      .addColumn('fields', 'text', (column) => column.notNull())
      // Unix ms UTC.
      .addColumn('saved_ms', 'bigint', (column) => column.notNull())
      .addColumn('saved_by', 'text', (column) => column.notNull())
      .execute()
  },
}
