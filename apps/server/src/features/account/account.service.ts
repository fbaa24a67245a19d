import type { ApiToken, OpenSession, TokenRequest } from '@fleetglass/contract/account'
import type { OwnProof } from '@fleetglass/contract/envelope'
import { AppError } from '@fleetglass/contract/errors'
import { managesAdministrators } from '@fleetglass/contract/users'
import type { Session, OpenSession as StoredSession } from '../../services/authentication/index.ts'
import type { Account, Accounts, StoredAccount } from '../../services/directory/index.ts'
import type { Offers } from '../offers.ts'

export interface AccountDeps {
  readonly accounts: Pick<Accounts, 'find' | 'edit'>
  readonly session: Pick<
    Session,
    'sessionsOf' | 'sessionOf' | 'endSession' | 'apiTokens' | 'secondFactors' | 'showAgain'
  >
  readonly site: Pick<Offers['site'], 'showAdministrators'>
}

/** How one user logs in, as they or who manages users may see and change it. `name` is the user. */
export interface AccountAccess {
  sessions(caller: Account, name: string): Promise<OpenSession[]>
  signOut(caller: Account, name: string, id: string): Promise<OpenSession[]>
  tokens(caller: Account, name: string): Promise<ApiToken[]>
  /** With the proof of the caller: the token would outlive the session. */
  makeToken(
    caller: Account,
    request: TokenRequest & OwnProof,
    address: string,
  ): Promise<{ token: string; tokens: ApiToken[] }>
  revokeToken(caller: Account, name: string, id: string): Promise<ApiToken[]>
}

/** Enough of the hash to name a session of one user. */
const ID_DIGITS = 16

const kindOf = { session: 'console', external: 'site', link: 'connection', cookie: 'browser' } as const

/** Throws `unknown-user` also for an account that the caller does not see (USR-33). */
export async function findSeen(
  { accounts, site }: Pick<AccountDeps, 'accounts' | 'site'>,
  caller: Account,
  name: string,
): Promise<StoredAccount> {
  const user = await accounts.find(name)
  const isSeen = caller.name === name || user?.permission !== 0 || managesAdministrators(caller, site)
  if (user === undefined || !isSeen) throw new AppError('unknown-user', { name })
  return user
}

export function createAccountAccess(deps: AccountDeps): AccountAccess {
  const { session } = deps
  const find = (caller: Account, name: string): Promise<StoredAccount> => findSeen(deps, caller, name)
  const rowOf = (
    caller: Account,
    { session: hash, kind, openedS, usedS, address, client }: StoredSession,
  ): OpenSession => ({
    id: hash.slice(0, ID_DIGITS),
    kind: kindOf[kind],
    openedS,
    usedS,
    address,
    client,
    isCurrent: hash === session.sessionOf(caller),
  })
  const sessions = async (caller: Account, name: string): Promise<OpenSession[]> => {
    await find(caller, name)
    return (await session.sessionsOf(name)).map((open) => rowOf(caller, open))
  }
  return {
    sessions,
    async signOut(caller, name, id) {
      await find(caller, name)
      const found = (await session.sessionsOf(name)).find((open) => open.session.startsWith(id))
      if (found === undefined || id.length !== ID_DIGITS || !(await session.endSession(name, found.session)))
        throw new AppError('unknown-session')
      return sessions(caller, name)
    },
    tokens: async (caller, name) => session.apiTokens.list(await find(caller, name)),
    async makeToken(caller, { name, scope, days, ...proof }, address) {
      const user = await find(caller, caller.name)
      await session.showAgain(caller, proof, address)
      const token = await session.apiTokens.make(user, { name, scope, days })
      return { token, tokens: await session.apiTokens.list(user) }
    },
    async revokeToken(caller, name, id) {
      const user = await find(caller, name)
      await session.apiTokens.revoke(user, id)
      return session.apiTokens.list(user)
    },
  }
}
