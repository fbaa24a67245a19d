import { clustered, type Migration } from '../src/platform/database/index.ts'

/** What a site has changed about the texts of the program, and the secret path on which it does so. */
export const translations: Migration = {
  name: '0027-translations',
  async up(db, traits) {
    const texts = db.schema
      .createTable('translations')
      // Empty: the row is about the key itself, which the site has added (a text) or removed (NULL).
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      // NULL: the site has removed the text that the program has.
      .addColumn('text', 'text')
      .addPrimaryKeyConstraint('translations_key', ['language', 'key'])
    await clustered(traits, texts).execute()
    await db.schema
      .createTable('translation_token')
      // Always 1: there is one token.
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('token', 'text', (column) => column.notNull())
      .execute()
  },
}
