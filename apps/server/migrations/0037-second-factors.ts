import type { Migration } from '../src/platform/database/index.ts'

/** The second factor of users: authenticator apps and recovery codes. */
export const secondFactors: Migration = {
  name: '0037-second-factors',
  async up(db) {
    const addFlag = (column: string) =>
      db.schema
        .alterTable('users')
        .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
        .execute()
    // 1: a login needs a code.
    await addFlag('second_factor')
    // 1: an administrator wants the user to have one.
    await addFlag('second_factor_required')
    // A table of its own, so that no query for accounts reads a secret. A row of a user whose flag is 0 is being set up.
    await db.schema
      .createTable('second_factors')
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().primaryKey().references('users.id').onDelete('cascade'),
      )
      // Base32. It cannot be a hash, because codes are computed from it.
      .addColumn('secret', 'text', (column) => column.notNull())
      // The step of the last accepted code; none of it or an earlier one is accepted again.
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      // SHA-256 in hex; the code is random, so a slow hash would add nothing.
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
      .execute()
  },
}
