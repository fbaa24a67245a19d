import type { DirectoryChange, DirectoryChanges } from '../directory/index.ts'

/** Changes of accounts, by account. */
export interface AccountChanges {
  /** Changes received so far: a reader that finds it increased reads its data again. */
  readonly count: number
  subscribe(accountId: number, changed: () => void): { close(): void }
  close(): void
}

/** `forget` is called before the subscribers of the account; `all`: of every account. */
export function createAccountChanges(
  changes: DirectoryChanges,
  forget: (accountId: number | 'all') => void,
): AccountChanges {
  const listeners = new Map<number, Set<() => void>>()
  let count = 0
  const changed = (accountId: number): void => {
    count++
    forget(accountId)
    for (const notify of [...(listeners.get(accountId) ?? [])]) notify()
  }
  const allChanged = (): void => {
    count++
    forget('all')
    for (const ofAccount of [...listeners.values()]) for (const notify of [...ofAccount]) notify()
  }
  const subscription = changes.subscribe('access', (published) => {
    if (published.some((change) => change.of === 'rights')) allChanged()
    for (const accountId of published.flatMap(accountsOf)) changed(accountId)
  })
  return {
    get count() {
      return count
    },
    subscribe(accountId, listener) {
      const ofAccount = listeners.get(accountId) ?? new Set()
      listeners.set(accountId, ofAccount)
      // A closure of its own, so that one function subscribed twice is called twice and closed once.
      const notify = (): void => listener()
      ofAccount.add(notify)
      return {
        close() {
          ofAccount.delete(notify)
          if (ofAccount.size === 0 && listeners.get(accountId) === ofAccount) listeners.delete(accountId)
        },
      }
    },
    close: () => subscription.close(),
  }
}

function accountsOf(change: DirectoryChange): readonly number[] {
  if (change.of === 'account') return [change.accountId]
  return change.of === 'permission' ? change.accountIds : []
}
