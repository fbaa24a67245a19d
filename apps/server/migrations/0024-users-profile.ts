import type { Migration } from '../src/platform/database/index.ts'

/** What an administrator stores of a user, and when the user was last there. */
export const usersProfile: Migration = {
  name: '0024-users-profile',
  async up(db) {
    const text = (column: string) =>
      db.schema
        .alterTable('users')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
        .execute()
    const number = (column: string, type: 'integer' | 'bigint') =>
      db.schema
        .alterTable('users')
        .addColumn(column, type, (added) => added.notNull().defaultTo(0))
        .execute()
    // Days back that the user may query and play; 0: without a limit.
    await number('retention_days', 'integer')
    for (const column of ['mail', 'phone', 'memo']) await text(column)
    // Unix seconds of the last change by an administrator and of the last login; 0: not since this step.
    await number('updated_s', 'bigint')
    await number('login_s', 'bigint')
  },
}
