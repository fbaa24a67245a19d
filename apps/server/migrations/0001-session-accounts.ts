import type { Kysely } from 'kysely'
import { identity, type Migration } from '../src/platform/database/index.ts'

/** Accounts, the permission groups that say what they may do, and the groups that say what they may see. */
export const sessionAccounts: Migration = {
  name: '0001-session-accounts',
  async up(db, traits) {
    await db.schema
      .createTable('groups')
      .addColumn('id', 'integer', identity(traits))
      // The root has no parent.
      .addColumn('parent_id', 'integer', (column) => column.references('groups.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('permission_groups')
      // 0 to 3 are built in; ids are chosen, not counted.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      // One character per access flag, '1' where granted.
      .addColumn('access', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('users')
      .addColumn('id', 'integer', identity(traits))
      .addColumn('name', 'text', (column) => column.notNull().unique())
      // argon2id of the upper-case SHA-256 hex of the password.
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('permission', 'integer', (column) => column.notNull().references('permission_groups.id'))
      .addColumn('group_id', 'integer', (column) => column.notNull().references('groups.id'))
      // Unix seconds; NULL never expires.
      .addColumn('expires_s', 'bigint')
      // `lat,lng` where this user's map starts, or empty.
      .addColumn('map_location', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await fill(db as Kysely<Tables>)
  },
}

interface Tables {
  groups: { parent_id: number | null; name: string }
  permission_groups: { id: number; name: string; access: string }
}

// Positions as they were when this step was written: a migration must not change with the code.
const FLAGS = 77
const access = (...granted: (readonly [first: number, last: number])[]): string =>
  Array.from({ length: FLAGS }, (_, flag) =>
    granted.some(([first, last]) => flag >= first && flag <= last) ? '1' : '0',
  ).join('')

/** The root group and the four built-in permission groups. */
async function fill(db: Kysely<Tables>): Promise<void> {
  await db.insertInto('groups').values({ parent_id: null, name: 'All' }).execute()
  await db
    .insertInto('permission_groups')
    .values([
      { id: 0, name: 'Administrator', access: access([0, 76]) },
      { id: 1, name: 'Manager', access: access([0, 75]) },
      // Pages, GPS, downloads, events, steering and talk, but no device settings.
      { id: 2, name: 'Operator', access: access([0, 7], [10, 12]) },
      // Pages without remote playback, and GPS.
      { id: 3, name: 'Viewer', access: access([0, 4], [6, 6]) },
    ])
    .execute()
}
