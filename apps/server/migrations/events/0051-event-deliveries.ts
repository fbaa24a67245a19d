import { identity, type Migration } from '../../src/platform/database/index.ts'

/** What push and realtime plans send: what waits, and how the rest ended. */
export const eventDeliveries: Migration = {
  name: '0051-event-deliveries',
  async up(db, traits) {
    await db.schema
      .createTable('event_deliveries')
      .addColumn('id', 'integer', identity(traits))
      // webhook, script or mail
      .addColumn('kind', 'text', (column) => column.notNull())
      // An address, a file name, or a comma list of mail addresses.
      .addColumn('target', 'text', (column) => column.notNull())
      // The name of the plan.
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('device_key', 'integer', (column) => column.notNull())
      // The event as JSON: it is sent as it was, also when its profile has changed since.
      .addColumn('body', 'text', (column) => column.notNull())
      // waiting, done or failed
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_ms', 'bigint', (column) => column.notNull())
      // The process that sends it, and until when that is believed.
      .addColumn('holder', 'text')
      .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
      .addColumn('created_ms', 'bigint', (column) => column.notNull())
      .addColumn('tried_ms', 'bigint')
      // A code, and what the other side said.
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .execute()
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('event_deliveries').columns(columns).execute()
    await index('event_deliveries_due', ['state', 'due_ms'])
    await index('event_deliveries_target', ['state', 'target', 'id'])
    await db.schema
      .createTable('event_signing_key')
      // Always 1: there is one key.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .execute()
  },
}
