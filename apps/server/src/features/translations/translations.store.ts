import type { Database } from '../../platform/database/index.ts'

/** A difference to the texts of the program. The language is empty where it is about the key: added, or removed (`null`). */
export interface ChangedText {
  readonly language: string
  readonly key: string
  readonly text: string | null
}

interface Tables {
  translations: ChangedText
  translation_token: { id: number; token: string }
}

/** Rows of one statement: databases limit the values of a statement. */
const AT_ONCE = 200

export interface TranslationStore {
  changes(): Promise<ChangedText[]>
  /**
   * Puts these changes in place of all. `isCurrent` looks at what is stored while nobody else can save; `false` when it says no,
   * and nothing was changed.
   */
  replace(changes: readonly ChangedText[], isCurrent: (stored: ChangedText[]) => boolean): Promise<boolean>
  /** The secret path; the first one to ask makes it `made`. */
  token(made: string): Promise<string>
  /** From now on the secret path is this one. */
  setToken(made: string): Promise<void>
}

export function createTranslationStore(database: Database): TranslationStore {
  const db = database.tables<Tables>()
  return {
    changes: () => db.selectFrom('translations').selectAll().orderBy('language').orderBy('key').execute(),
    replace: (changes, isCurrent) =>
      db.transaction().execute(async (transaction) => {
        // Holds the one row until the end, so that two who save take turns.
        await transaction
          .updateTable('translation_token')
          .set((row) => ({ token: row.ref('token') }))
          .execute()
        const stored = await transaction
          .selectFrom('translations')
          .selectAll()
          .orderBy('language')
          .orderBy('key')
          .execute()
        if (!isCurrent(stored)) return false
        await transaction.deleteFrom('translations').execute()
        for (let at = 0; at < changes.length; at += AT_ONCE) {
          await transaction
            .insertInto('translations')
            .values(changes.slice(at, at + AT_ONCE))
            .execute()
        }
        return true
      }),
    async token(made) {
      // Read first: a client that guesses tokens takes no turn at the database's writer.
      const stored = await db.selectFrom('translation_token').select('token').executeTakeFirst()
      if (stored !== undefined) return stored.token
      const add = db.insertInto('translation_token').values({ id: 1, token: made })
      await add.onConflict((conflict) => conflict.doNothing()).execute()
      return (await db.selectFrom('translation_token').select('token').executeTakeFirstOrThrow()).token
    },
    async setToken(made) {
      await db.updateTable('translation_token').set({ token: made }).execute()
    },
  }
}
