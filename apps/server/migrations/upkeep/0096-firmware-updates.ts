import { identity, type Migration } from '../../src/platform/database/index.ts'

/** The latest firmware update of each device, and automatic plans. */
export const firmwareUpdates: Migration = {
  name: '0096-firmware-updates',
  async up(db, traits) {
    await db.schema
      .createTable('firmware_updates')
      .addColumn('device_key', 'integer', (column) => column.notNull().primaryKey())
      // Opens the file for this update, while it runs.
      .addColumn('token', 'text', (column) => column.notNull())
      // As it was given; it has no password.
      .addColumn('url', 'text', (column) => column.notNull())
      // File of the store; empty: the address is elsewhere.
      .addColumn('firmware_id', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      // Bytes of the file that the device has read.
      .addColumn('read_bytes', 'bigint', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('version_before', 'text', (column) => column.notNull())
      .addColumn('stage', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      // user, plan, rollout.
      .addColumn('started_by', 'text', (column) => column.notNull())
      // 0: none.
      .addColumn('rollout_id', 'integer', (column) => column.notNull())
      // Unix seconds UTC: the begin, the latest sign of it, and the end (0: it runs).
      .addColumn('begin_s', 'bigint', (column) => column.notNull())
      .addColumn('active_s', 'bigint', (column) => column.notNull())
      .addColumn('end_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('firmware_plans')
      .addColumn('id', 'integer', identity(traits))
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('memo', 'text', (column) => column.notNull())
      // The plan is for devices of this group and those below it.
      .addColumn('group_id', 'integer', (column) => column.notNull())
      .addColumn('updated_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('firmware_plan_tries')
      .addColumn('plan_id', 'integer', (column) => column.notNull())
      .addColumn('device_key', 'integer', (column) => column.notNull())
      .addColumn('tried_s', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('firmware_plan_tries_key', ['plan_id', 'device_key'])
      .execute()
  },
}
