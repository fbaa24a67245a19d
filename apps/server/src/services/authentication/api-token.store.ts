import { type ApiToken, TOKENS_OF_USER_MAX, type TokenScope } from '@fleetglass/contract/account'
import type { Database } from '../../platform/database/index.ts'

interface TokenRow {
  id: string
  user_id: number
  name: string
  token_hash: string
  scope: TokenScope
  created_s: number
  expires_s: number
  used_s: number
  used_address: string
}

interface Tables {
  api_tokens: TokenRow
  users: { id: number; name: string }
}

export interface ApiTokenStore {
  find(hash: string): Promise<(ApiToken & { readonly userName: string }) | undefined>
  isStored(id: string, nowS: number): Promise<boolean>
  /** Of a user, the newest first. */
  list(userId: number): Promise<ApiToken[]>
  /** `false`: the user has as many as there may be. */
  add(userId: number, hash: string, token: ApiToken): Promise<boolean>
  /** `false`: the user has no such token. */
  remove(userId: number, id: string): Promise<boolean>
  used(id: string, usedS: number, address: string): Promise<void>
}

export function createApiTokenStore(database: Database): ApiTokenStore {
  const db = database.tables<Tables>()
  return {
    async find(hash) {
      const row = await db
        .selectFrom('api_tokens')
        .innerJoin('users', 'users.id', 'api_tokens.user_id')
        .selectAll('api_tokens')
        .select('users.name as user_name')
        .where('token_hash', '=', hash)
        .executeTakeFirst()
      return row && { ...toToken(row), userName: row.user_name }
    },
    async isStored(id, nowS) {
      const row = db.selectFrom('api_tokens').select('id').where('id', '=', id).where('expires_s', '>', nowS)
      return (await row.executeTakeFirst()) !== undefined
    },
    async list(userId) {
      const rows = db.selectFrom('api_tokens').selectAll().where('user_id', '=', userId)
      return (await rows.orderBy('created_s', 'desc').orderBy('id').execute()).map(toToken)
    },
    add: (userId, hash, token) =>
      db.transaction().execute(async (transaction) => {
        // The row of the user is written first, so that two who make the last token take turns.
        const user = transaction.updateTable('users').set((row) => ({ name: row.ref('name') }))
        await user.where('id', '=', userId).execute()
        const stored = await transaction.selectFrom('api_tokens').select('id').where('user_id', '=', userId).execute()
        if (stored.length >= TOKENS_OF_USER_MAX) return false
        const { id, name, scope, createdS, expiresS } = token
        const times = { created_s: createdS, expires_s: expiresS, used_s: 0, used_address: '' }
        const row = { id, user_id: userId, name, token_hash: hash, scope, ...times }
        await transaction.insertInto('api_tokens').values(row).execute()
        return true
      }),
    async remove(userId, id) {
      const removal = db.deleteFrom('api_tokens').where('user_id', '=', userId).where('id', '=', id)
      return (await removal.executeTakeFirst()).numDeletedRows > 0n
    },
    async used(id, usedS, address) {
      await db.updateTable('api_tokens').set({ used_s: usedS, used_address: address }).where('id', '=', id).execute()
    },
  }
}

function toToken(row: TokenRow): ApiToken {
  const { id, name, scope, created_s: createdS, expires_s: expiresS, used_s: usedS, used_address: usedAddress } = row
  return { id, name, scope, createdS, expiresS, usedS, usedAddress }
}
