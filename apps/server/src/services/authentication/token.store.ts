import type { Database } from '../../platform/database/index.ts'

/** `cookie`: of a browser, for reads. `external`: stands for the hash after an external login. */
export type TokenKind = 'cookie' | 'external'

interface Tables {
  session_tokens: { token_hash: string; user_id: number; kind: TokenKind; passwords_mark: string; seen_s: number }
  users: { id: number; name: string }
}

export interface StoredToken {
  /** SHA-256 in hex. */
  readonly hash: string
  readonly userId: number
  readonly kind: TokenKind
  /** Of the passwords the account had when the token was given. */
  readonly passwordsMark: string
  /** Unix seconds when the user was last seen. */
  readonly seenS: number
}

export interface TokenStore {
  find(hash: string, kind: TokenKind): Promise<(StoredToken & { readonly userName: string }) | undefined>
  /** Of the user's other tokens of this kind the `keep` last seen stay, unless they are void. */
  add(token: StoredToken, rest: { readonly keep: number; readonly seenSinceS: number }): Promise<void>
  remove(hash: string): Promise<void>
  /** Of the user's tokens that were seen after that time. */
  seen(userId: number, times: { readonly seenS: number; readonly lastSeenAfterS: number }): Promise<void>
}

export function createTokenStore(database: Database): TokenStore {
  const db = database.tables<Tables>()
  return {
    async find(hash, kind) {
      const row = await db
        .selectFrom('session_tokens')
        .innerJoin('users', 'users.id', 'session_tokens.user_id')
        .selectAll('session_tokens')
        .select('users.name')
        .where('token_hash', '=', hash)
        .where('kind', '=', kind)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { user_id: userId, passwords_mark: passwordsMark, seen_s: seenS, name: userName } = row
      return { hash, userId, kind, passwordsMark, seenS, userName }
    },
    add: ({ hash, userId, kind, passwordsMark, seenS }, { keep, seenSinceS }) =>
      db.transaction().execute(async (transaction) => {
        const ofUser = () =>
          transaction.selectFrom('session_tokens').where('user_id', '=', userId).where('kind', '=', kind)
        const stored = ofUser()
          .select('token_hash')
          .where('passwords_mark', '=', passwordsMark)
          .where('seen_s', '>', seenSinceS)
          .orderBy('seen_s', 'desc')
          .limit(keep)
        await transaction
          .deleteFrom('session_tokens')
          .where('user_id', '=', userId)
          .where('kind', '=', kind)
          .where('token_hash', 'not in', stored)
          .execute()
        await transaction
          .insertInto('session_tokens')
          .values({ token_hash: hash, user_id: userId, kind, passwords_mark: passwordsMark, seen_s: seenS })
          .execute()
      }),
    async remove(hash) {
      await db.deleteFrom('session_tokens').where('token_hash', '=', hash).execute()
    },
    async seen(userId, { seenS, lastSeenAfterS }) {
      await db
        .updateTable('session_tokens')
        .set({ seen_s: seenS })
        .where('user_id', '=', userId)
        .where('seen_s', '>', lastSeenAfterS)
        .execute()
    },
  }
}
