import type { Migration } from '../src/platform/database/index.ts'

/** Where each session comes from and when it was used, for the list in which its user ends it. */
export const sessionList: Migration = {
  name: '0035-session-list',
  async up(db) {
    const add = (column: string, type: 'text' | 'bigint') =>
      db.schema
        .alterTable('session_tokens')
        .addColumn(column, type, (added) => added.notNull().defaultTo(type === 'text' ? '' : 0))
        .execute()
    // The session that a browser's cookie belongs to, by its hash, and ends with; empty: it is a session of its own.
    await add('parent_hash', 'text')
    await db.schema.createIndex('session_tokens_of_parent').on('session_tokens').column('parent_hash').execute()
    // Unix seconds. Unlike `seen_s`, which is of the user, the last use is of this session.
    await add('opened_s', 'bigint')
    await add('used_s', 'bigint')
    await add('address', 'text')
    await add('client', 'text')
  },
}
