import type { Migration } from '../../src/platform/database/index.ts'

/** 1: the event was received after something newer of its device, or from the device's memory. */
export const eventsLate: Migration = {
  name: '0016-events-late',
  async up(db) {
    await db.schema
      .alterTable('events')
      .addColumn('late', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
