import type { Migration } from '../src/platform/database/index.ts'

/** Personal API tokens. */
export const apiTokens: Migration = {
  name: '0036-api-tokens',
  async up(db) {
    await db.schema
      .createTable('api_tokens')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      // SHA-256 in hex; the token is random, so a slow hash would add nothing.
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      // 'read' or 'full'.
      .addColumn('scope', 'text', (column) => column.notNull())
      // Unix seconds; of the last use 0: never.
      .addColumn('created_s', 'bigint', (column) => column.notNull())
      .addColumn('expires_s', 'bigint', (column) => column.notNull())
      .addColumn('used_s', 'bigint', (column) => column.notNull())
      .addColumn('used_address', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('api_tokens_of_user').on('api_tokens').column('user_id').execute()
  },
}
