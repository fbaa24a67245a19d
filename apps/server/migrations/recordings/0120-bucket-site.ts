import type { Migration } from '../../src/platform/database/index.ts'

/** Which site this database is of, and by what it knows the place in the bucket as its own. One row, made by the first server that has a bucket. */
export const bucketSite: Migration = {
  name: '0120-bucket-site',
  async up(db) {
    await db.schema
      .createTable('bucket_site')
      // Always 1.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      // A UUID.
      .addColumn('site', 'text', (column) => column.notNull())
      // What the mark in the bucket says at the moment; empty before the first one.
      .addColumn('claim', 'text', (column) => column.notNull())
      // What it will say next, or says already, with blanks between; empty when it is known.
      .addColumn('next_claim', 'text', (column) => column.notNull())
      .execute()
  },
}
