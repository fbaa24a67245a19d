import type { Migration } from '../../src/platform/database/index.ts'
import { partitionByTime } from './partition-by-time.ts'

/** The audit log is partitioned by month, where the database can. */
export const auditPartitions: Migration = {
  name: '0115-audit-partitions',
  async up(db, traits) {
    if (!traits.timePartitions) return
    await partitionByTime(db, { table: 'audit_log', column: 'time_ms', unitsPerS: 1_000, width: 'month' })
  },
}
