import { identity, type Migration } from '../../src/platform/database/index.ts'

/** Rollouts of firmware, and where each of their devices is. */
export const firmwareRollouts: Migration = {
  name: '0097-firmware-rollouts',
  async up(db, traits) {
    await db.schema
      .createTable('firmware_rollouts')
      .addColumn('id', 'integer', identity(traits))
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('memo', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      // user, failures; empty: it is not paused.
      .addColumn('paused_by', 'text', (column) => column.notNull())
      .addColumn('first_wave', 'integer', (column) => column.notNull())
      // Percent.
      .addColumn('failure_limit', 'integer', (column) => column.notNull())
      // Failures count from this wave on: that after the latest pause because of failures.
      .addColumn('counted_wave', 'integer', (column) => column.notNull())
      // Unix seconds UTC.
      .addColumn('begin_s', 'bigint', (column) => column.notNull())
      .addColumn('updated_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('firmware_rollout_devices')
      .addColumn('rollout_id', 'integer', (column) => column.notNull())
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      // 0: its turn has not come.
      .addColumn('wave', 'integer', (column) => column.notNull())
      .addColumn('version_before', 'text', (column) => column.notNull())
      // What it had at the end; empty: not known.
      .addColumn('version_after', 'text', (column) => column.notNull())
      .addColumn('updated_s', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('firmware_rollout_devices_key', ['rollout_id', 'device_key'])
      .execute()
  },
}
