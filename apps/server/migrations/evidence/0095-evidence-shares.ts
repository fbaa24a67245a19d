import type { Migration } from '../../src/platform/database/index.ts'

/** Share links of evidence packages. */
export const evidenceShares: Migration = {
  name: '0095-evidence-shares',
  async up(db) {
    await db.schema
      .createTable('evidence_shares')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('package_id', 'text', (column) => column.notNull())
      // SHA-256 in hex: the token itself is stored nowhere.
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      // Slow salted hash; empty: no password.
      .addColumn('password_hash', 'text', (column) => column.notNull())
      // As the chain of custody calls the link.
      .addColumn('name', 'text', (column) => column.notNull())
      // Who made it. The name alone would let another account of this name take over the links of a removed one.
      .addColumn('user_id', 'integer', (column) => column.notNull())
      .addColumn('user_name', 'text', (column) => column.notNull())
      // Unix seconds UTC.
      .addColumn('made_s', 'bigint', (column) => column.notNull())
      .addColumn('expires_s', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('evidence_shares_package').on('evidence_shares').column('package_id').execute()
    // The share link by which a step was done, or which it is about; empty: none.
    await db.schema
      .alterTable('evidence_custody')
      .addColumn('link', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    // 0: the whole package.
    await db.schema
      .alterTable('evidence_custody')
      .addColumn('channel', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
