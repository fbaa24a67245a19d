import type { Migration } from '../src/platform/database/index.ts'

/** How devices deliver footage: `stream` (0x9201) or `file` (0x9206). */
export const footageWay: Migration = {
  name: '0015-footage-way',
  async up(db) {
    await db.schema
      .alterTable('footage_tasks')
      .addColumn('way', 'text', (column) => column.notNull().defaultTo('stream'))
      .execute()
  },
}
