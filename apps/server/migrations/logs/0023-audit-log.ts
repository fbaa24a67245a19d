import { clustered, type Migration } from '../../src/platform/database/index.ts'

/** Calls of users and programs: the call, the caller, the address and the result. */
export const auditLog: Migration = {
  name: '0023-audit-log',
  async up(db, traits) {
    const rows = db.schema
      .createTable('audit_log')
      // Unix ms UTC. Rows are stored in the order of time, so that a day is read and removed as one range.
      .addColumn('time_ms', 'bigint', (column) => column.notNull())
      // The process that wrote the row, and its number there.
      .addColumn('writer', 'integer', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      // `http`, `channel`, `stream`, `socket` or `server`.
      .addColumn('transport', 'text', (column) => column.notNull())
      // Not a reference: rows outlive a removed account.
      .addColumn('account', 'text', (column) => column.notNull())
      // NULL: the caller was not authenticated.
      .addColumn('permission', 'integer')
      .addColumn('address', 'text', (column) => column.notNull())
      // Name of the endpoint.
      .addColumn('action', 'text', (column) => column.notNull())
      // Not a reference: what was done with a removed device stays.
      .addColumn('device_id', 'text')
      // `ok` or the code of an error.
      .addColumn('result', 'text', (column) => column.notNull())
      // JSON, secrets masked.
      .addColumn('parameters', 'text', (column) => column.notNull())
      // Reads that the row stands for; 1 for a change.
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('audit_log_key', ['time_ms', 'writer', 'seq'])
    await clustered(traits, rows).execute()
    for (const column of ['account', 'device_id', 'action']) {
      await db.schema.createIndex(`audit_log_${column}`).on('audit_log').columns([column, 'time_ms']).execute()
    }
  },
}
