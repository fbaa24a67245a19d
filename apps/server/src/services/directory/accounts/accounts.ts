import type { AccountEdit, AccountStore, NewAccount, PasswordChange, StoredAccount } from './account.store.ts'
import type { AccountFeed } from './account-feed.ts'

/** The accounts of the site, changed while the server runs. Everything an account has open is checked again after each change. */
export interface Accounts {
  find(name: string): Promise<StoredAccount | undefined>
  findExternal(externalUser: string): Promise<StoredAccount | undefined>
  isEmpty(): Promise<boolean>
  /** `taken`: the name, or the external one, belongs to another account. */
  add(account: NewAccount): Promise<'added' | 'taken' | 'full'>
  /** All accounts, by name. */
  list(): Promise<StoredAccount[]>
  /** `taken`: the external name belongs to another account. */
  edit(name: string, change: AccountEdit): Promise<'edited' | 'unknown' | 'taken'>
  /** Stores when the account logged in. It changes nothing that is open. */
  loggedIn(id: number, atS: number): Promise<void>
  remove(name: string): Promise<'removed' | 'unknown'>
  /** `false` when the account does not have the old password any more. */
  replacePassword(id: number, change: PasswordChange): Promise<boolean>
  /** A session of the account has ended: what was opened with it is checked again. */
  loggedOut(id: number): void
}

export function createAccounts(deps: { readonly store: AccountStore; readonly feed: AccountFeed }): Accounts {
  const { store, feed } = deps
  return {
    find: (name) => store.find(name),
    findExternal: (externalUser) => store.findExternal(externalUser),
    isEmpty: () => store.isEmpty(),
    list: () => store.list(),
    loggedIn: (id, atS) => store.loggedIn(id, atS),
    async add(account) {
      const added = await store.add(account)
      const stored = added === 'added' ? await store.find(account.name) : undefined
      if (stored !== undefined) feed.publish({ of: 'account', kind: 'added', accountId: stored.id })
      return added
    },
    async edit(name, change) {
      const accountId = await store.edit(name, change)
      if (typeof accountId === 'string') return accountId
      feed.publish({ of: 'account', kind: 'edited', accountId })
      return 'edited'
    },
    async remove(name) {
      const accountId = await store.remove(name)
      if (accountId === null) return 'unknown'
      feed.publish({ of: 'account', kind: 'removed', accountId })
      return 'removed'
    },
    async replacePassword(id, change) {
      if (!(await store.replacePasswordHash(id, change))) return false
      feed.publish({ of: 'account', kind: 'edited', accountId: id })
      return true
    },
    loggedOut: (id) => feed.publish({ of: 'account', kind: 'logged-out', accountId: id }),
  }
}
