import { sql } from 'kysely'
import { identity, type Migration } from '../src/platform/database/index.ts'

/** What is watched on the map, and what is known of each device that is. */
export const fencesRoutes: Migration = {
  name: '0013-fences-routes',
  async up(db, traits) {
    await db.schema
      .createTable('rules')
      // Another one with each save: a device that was judged by a rule knows which one it was.
      .addColumn('id', 'integer', identity(traits))
      // `fence`, `route` or `shape`, and its number within them.
      .addColumn('family', 'text', (column) => column.notNull())
      .addColumn('slot', 'integer', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      // 1: yes.
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('tells_in', 'integer', (column) => column.notNull())
      .addColumn('tells_out', 'integer', (column) => column.notNull())
      // Unix seconds UTC: positions from before are none of its business.
      .addColumn('saved_s', 'bigint', (column) => column.notNull())
      // JSON: kind and measures.
      .addColumn('figure', 'text', (column) => column.notNull())
      // The bitmap of a route; NULL elsewhere.
      .addColumn('cells', sql.raw(traits.bytesType))
      // JSON: keys of devices. No references: a removed device is left out where it is read.
      .addColumn('device_keys', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('rules_slot').unique().on('rules').columns(['family', 'slot']).execute()
    await db.schema
      .createTable('rule_states')
      // Key of the device; not a reference: written with its events.
      .addColumn('device_key', 'integer', (column) => column.notNull().primaryKey())
      // Counts the positions that were judged: an older state does not take the place of a newer one.
      .addColumn('turn', 'bigint', (column) => column.notNull())
      // The last position that was judged: unix seconds UTC of the device, degrees in millionths.
      .addColumn('judged_s', 'bigint', (column) => column.notNull())
      .addColumn('lat_e6', 'integer', (column) => column.notNull())
      .addColumn('lng_e6', 'integer', (column) => column.notNull())
      // The newest rule there was then.
      .addColumn('newest_rule', 'integer', (column) => column.notNull())
      // JSON: ids of the rules it was within.
      .addColumn('within', 'text', (column) => column.notNull())
      // 1: too fast, and reported.
      .addColumn('too_fast', 'integer', (column) => column.notNull())
      // Since when it stands with its engine on, unix seconds; 0: it does not.
      .addColumn('standing_since_s', 'bigint', (column) => column.notNull())
      // 0: not idle for long; 1: reported; 2: reported by the device itself.
      .addColumn('idle', 'integer', (column) => column.notNull())
      .execute()
  },
}
