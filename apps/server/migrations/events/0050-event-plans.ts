import { clustered, type Migration } from '../../src/platform/database/index.ts'

/** What is done at events, by kind of plan, whom it covers, and event code. */
export const eventPlans: Migration = {
  name: '0050-event-plans',
  async up(db, traits) {
    const plans = db.schema
      .createTable('event_plans')
      // download, push or realtime
      .addColumn('kind', 'text', (column) => column.notNull())
      // GLOBAL, DEVICE or GROUP
      .addColumn('mode', 'text', (column) => column.notNull())
      // The key of a device, the id of a group, or 0. A device that was removed and is added again has its plans again.
      .addColumn('target', 'integer', (column) => column.notNull())
      .addColumn('code', 'integer', (column) => column.notNull())
      // JSON, by kind
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('updated_s', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_plans_key', ['kind', 'mode', 'target', 'code'])
    await clustered(traits, plans).execute()
    await db.schema
      .createTable('event_plan_revision')
      // Always 1: there is one revision.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .execute()
  },
}
