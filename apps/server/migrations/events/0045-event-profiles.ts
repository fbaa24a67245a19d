import { clustered, type Migration } from '../../src/platform/database/index.ts'

/** How events are named and shown, by profile, and which device has which profile. */
export const eventProfiles: Migration = {
  name: '0045-event-profiles',
  async up(db, traits) {
    const entries = db.schema
      .createTable('event_profile_entries')
      .addColumn('profile', 'text', (column) => column.notNull())
      .addColumn('code', 'integer', (column) => column.notNull())
      // Empty: it falls back to the name of GLOBAL, and then to the built-in one.
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('notify_text', 'text', (column) => column.notNull())
      // #RRGGBB
      .addColumn('notify_color', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_profile_entries_key', ['profile', 'code'])
    await clustered(traits, entries).execute()
    // A device that was removed and is added again has its profile again, like its recordings.
    await db.schema
      .createTable('event_profile_links')
      .addColumn('device_key', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('profile', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('event_profile_revision')
      // Always 1: there is one revision.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
  },
}
