import type { Migration } from '../../src/platform/database/index.ts'

/** Rows of the audit log by address, newest first. */
export const auditAddress: Migration = {
  name: '0075-audit-address',
  async up(db) {
    await db.schema.createIndex('audit_log_address').on('audit_log').columns(['address', 'time_ms']).execute()
  },
}
