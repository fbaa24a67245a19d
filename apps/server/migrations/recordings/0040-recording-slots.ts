import type { Migration } from '../../src/platform/database/index.ts'

/** On which media slot a recording lies. */
export const recordingSlots: Migration = {
  name: '0040-recording-slots',
  async up(db) {
    // UUID of the file system; '' is the media folder. A part of the path, for an index.
    await db.schema
      .alterTable('recordings')
      .addColumn('slot', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    // The oldest of one slot: what is on the others may be older, and may not be deleted.
    await db.schema.createIndex('recordings_slot').on('recordings').columns(['slot', 'start_ms']).execute()
  },
}
