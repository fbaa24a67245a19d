import { type Kysely, sql } from 'kysely'
import { clustered, type Migration } from '../src/platform/database/index.ts'

/** A device is in one or more groups, in an order: the first is the one that its record names. */
export const deviceGroups: Migration = {
  name: '0019-device-groups',
  async up(db, traits) {
    const table = db.schema
      .createTable('device_groups')
      .addColumn('device_key', 'integer', (column) => column.notNull().references('devices.key'))
      // 0: the first group.
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('group_id', 'integer', (column) => column.notNull().references('groups.id'))
      .addPrimaryKeyConstraint('device_groups_key', ['device_key', 'position'])
      .addUniqueConstraint('device_groups_once', ['device_key', 'group_id'])
    await clustered(traits, table).execute()
    await (db as Kysely<Tables>)
      .insertInto('device_groups')
      .columns(['device_key', 'position', 'group_id'])
      .expression((from) =>
        from
          .selectFrom('devices')
          .select(['key as device_key', sql<number>`0`.as('position'), 'group_id'])
          .where('removed_s', 'is', null),
      )
      .execute()
    await db.schema.alterTable('devices').dropColumn('group_id').execute()
  },
}

interface Tables {
  devices: { key: number; group_id: number; removed_s: number | null }
  device_groups: { device_key: number; position: number; group_id: number }
}
