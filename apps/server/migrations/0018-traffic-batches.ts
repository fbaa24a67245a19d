import type { Migration } from '../src/platform/database/index.ts'

/** The batch of traffic that was added last, so that a batch whose commit got no answer is not added twice. */
export const trafficBatches: Migration = {
  name: '0018-traffic-batches',
  async up(db) {
    await db.schema
      .createTable('device_traffic_batches')
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('batch', 'text', (column) => column.notNull())
      .execute()
  },
}
