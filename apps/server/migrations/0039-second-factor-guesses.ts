import type { Migration } from '../src/platform/database/index.ts'

/** Guesses of codes are counted by all servers together. */
export const secondFactorGuesses: Migration = {
  name: '0039-second-factor-guesses',
  async up(db) {
    await db.schema
      .alterTable('second_factors')
      // Unix ms. How far it is ahead of now says how many codes were tried lately; 0: none.
      .addColumn('guesses_until_ms', 'bigint', (added) => added.notNull().defaultTo(0))
      .execute()
  },
}
