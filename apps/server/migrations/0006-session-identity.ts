import type { Migration } from '../src/platform/database/index.ts'

/** The external users that other sites know an account by, and what is shown instead of a password. */
export const sessionIdentity: Migration = {
  name: '0006-session-identity',
  async up(db) {
    // Both or neither: NULL for accounts without an external identity.
    await db.schema.alterTable('users').addColumn('ext_user', 'text').execute()
    // argon2id of the upper-case SHA-256 hex of the external password.
    await db.schema.alterTable('users').addColumn('ext_password_hash', 'text').execute()
    await db.schema.createIndex('users_ext_user').on('users').column('ext_user').unique().execute()
    await db.schema
      .createTable('session_tokens')
      // SHA-256 in hex; the token is random, so a slow hash would add nothing.
      .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      // 'cookie' or 'external'.
      .addColumn('kind', 'text', (column) => column.notNull())
      // Of the passwords the account had when the token was given: with another one the token is void.
      .addColumn('passwords_mark', 'text', (column) => column.notNull())
      // Unix seconds when the user was last seen.
      .addColumn('seen_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('session_tokens_of_user')
      .on('session_tokens')
      .columns(['user_id', 'kind', 'seen_s'])
      .execute()
  },
}
