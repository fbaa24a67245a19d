// Belongs here: personal API tokens, which programs show instead of a password. Does not: what a token of a scope may call
// (platform/access-policy).
import { createHash, randomBytes } from 'node:crypto'
import { API_TOKEN_PREFIX, type ApiToken, TOKENS_OF_USER_MAX, type TokenRequest } from '@fleetglass/contract/account'
import { AppError } from '@fleetglass/contract/errors'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Accounts, StoredAccount } from '../directory/index.ts'
import type { ApiTokenStore } from './api-token.store.ts'

/** API tokens of users. What is open by one that is revoked ends at once. */
export interface ApiTokens {
  list(user: StoredAccount): Promise<ApiToken[]>
  /** Returns the token, which is nowhere else. */
  make(user: StoredAccount, request: TokenRequest): Promise<string>
  revoke(user: StoredAccount, id: string): Promise<void>
}

/** The same, and whose token one is. */
export interface CheckedApiTokens extends ApiTokens {
  /** `null`: revoked, expired, or never made. */
  find(token: string, address: string): Promise<(ApiToken & { readonly userName: string }) | null>
  isOpen(id: string): Promise<boolean>
}

const DAY_S = 86_400
const TOKEN_FORM = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{43}$`)
// How far time and address of last use in the list may be behind.
const WRITE_USED_EVERY_S = 60

export function createApiTokens(deps: {
  readonly store: ApiTokenStore
  readonly accounts: Pick<Accounts, 'loggedOut'>
  readonly clock: Clock
  readonly log: Log
}): CheckedApiTokens {
  const { store, accounts, clock, log } = deps
  const nowS = (): number => Math.floor(clock.nowMs() / 1000)
  return {
    list: ({ id }) => store.list(id),
    async make({ id: userId }, { name, scope, days }) {
      const token = `${API_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
      const id = randomBytes(8).toString('hex')
      const times = { createdS: nowS(), expiresS: nowS() + days * DAY_S, usedS: 0, usedAddress: '' }
      if (!(await store.add(userId, hashOf(token), { id, name, scope, ...times })))
        throw new AppError('too-many-api-tokens', { most: TOKENS_OF_USER_MAX })
      return token
    },
    async revoke({ id: userId }, id) {
      if (!(await store.remove(userId, id))) throw new AppError('unknown-api-token')
      accounts.loggedOut(userId)
    },
    async find(token, address) {
      // What no token can be is not looked up.
      if (!TOKEN_FORM.test(token)) return null
      const found = await store.find(hashOf(token))
      if (found === undefined || found.expiresS <= nowS()) return null
      if (nowS() - found.usedS >= WRITE_USED_EVERY_S)
        store
          .used(found.id, nowS(), address)
          .catch((error: unknown) => log.warn({ err: error }, 'when an API token was last used is not stored'))
      return found
    },
    isOpen: (id) => store.isStored(id, nowS()),
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
