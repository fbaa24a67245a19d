import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

/**
 * `session`: of a console. `external`: stands for the hash after an external login. `link`: of a connection of the main channel whose
 * client asked for no session; it is never handed out. `cookie`: of a browser, for reads.
 */
export type TokenKind = 'session' | 'external' | 'link' | 'cookie'

interface Tables {
  session_tokens: {
    token_hash: string
    user_id: number
    kind: TokenKind
    passwords_mark: string
    seen_s: number
    parent_hash: string
    opened_s: number
    used_s: number
    address: string
    client: string
  }
  users: { id: number; name: string }
}

/** Where a session was opened. */
export interface SessionOrigin {
  readonly address: string
  /** What the client calls itself, as `User-Agent`; may be empty. */
  readonly client: string
}

export interface StoredToken extends SessionOrigin {
  /** SHA-256 in hex. */
  readonly hash: string
  readonly userId: number
  readonly kind: TokenKind
  /** Of the passwords the account had when the token was given. */
  readonly passwordsMark: string
  /** Unix seconds when the user was last seen. */
  readonly seenS: number
  /** Hash of the session that it belongs to and ends with; empty: none. */
  readonly parentHash: string
  /** Unix seconds. */
  readonly openedS: number
  readonly usedS: number
}

export interface TokenStore {
  find(hash: string): Promise<(StoredToken & { readonly userName: string }) | undefined>
  /** Those of a user, the last used first. */
  list(userId: number): Promise<StoredToken[]>
  /** Of the user's other tokens of this kind the `keep` last seen stay, unless they are void. */
  add(token: StoredToken, rest: { readonly keep: number; readonly seenSinceS: number }): Promise<void>
  /** The token and those that belong to it. */
  remove(hash: string): Promise<void>
  /** Of the user's tokens that were seen after that time. */
  seen(userId: number, times: { readonly seenS: number; readonly lastSeenAfterS: number }): Promise<void>
  used(hash: string, usedS: number): Promise<void>
  /** Removes the sessions of links that were used last before that time. */
  removeLinks(usedBeforeS: number): Promise<void>
}

export function createTokenStore(database: Database): TokenStore {
  const db = database.tables<Tables>()
  return {
    async find(hash) {
      const row = await db
        .selectFrom('session_tokens')
        .innerJoin('users', 'users.id', 'session_tokens.user_id')
        .selectAll('session_tokens')
        .select('users.name')
        .where('token_hash', '=', hash)
        .executeTakeFirst()
      return row && { ...toToken(row), userName: row.name }
    },
    async list(userId) {
      const rows = db.selectFrom('session_tokens').selectAll().where('user_id', '=', userId).orderBy('used_s', 'desc')
      return (await rows.execute()).map(toToken)
    },
    add: (token, rest) => db.transaction().execute((transaction) => add(transaction, token, rest)),
    async remove(hash) {
      await db
        .deleteFrom('session_tokens')
        .where((row) => row.or([row('token_hash', '=', hash), row('parent_hash', '=', hash)]))
        .execute()
    },
    async seen(userId, { seenS, lastSeenAfterS }) {
      await db
        .updateTable('session_tokens')
        .set({ seen_s: seenS })
        .where('user_id', '=', userId)
        .where('seen_s', '>', lastSeenAfterS)
        .execute()
    },
    async used(hash, usedS) {
      await db.updateTable('session_tokens').set({ used_s: usedS }).where('token_hash', '=', hash).execute()
    },
    async removeLinks(usedBeforeS) {
      await db.deleteFrom('session_tokens').where('kind', '=', 'link').where('used_s', '<', usedBeforeS).execute()
    },
  }
}

async function add(
  db: Kysely<Tables>,
  token: StoredToken,
  { keep, seenSinceS }: { readonly keep: number; readonly seenSinceS: number },
): Promise<void> {
  const { userId, kind, passwordsMark } = token
  const stored = db
    .selectFrom('session_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .select('token_hash')
    .where('passwords_mark', '=', passwordsMark)
    .where('seen_s', '>', seenSinceS)
    .orderBy('seen_s', 'desc')
    .limit(keep)
  await db
    .deleteFrom('session_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token_hash', 'not in', stored)
    .execute()
  await db
    .insertInto('session_tokens')
    .values({
      token_hash: token.hash,
      user_id: userId,
      kind,
      passwords_mark: passwordsMark,
      seen_s: token.seenS,
      parent_hash: token.parentHash,
      opened_s: token.openedS,
      used_s: token.usedS,
      address: token.address,
      client: token.client,
    })
    .execute()
}

function toToken(row: Tables['session_tokens']): StoredToken {
  const { token_hash: hash, user_id: userId, kind, passwords_mark: passwordsMark, seen_s: seenS } = row
  const { parent_hash: parentHash, opened_s: openedS, used_s: usedS, address, client } = row
  return { hash, userId, kind, passwordsMark, seenS, parentHash, openedS, usedS, address, client }
}
