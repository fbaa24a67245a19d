import type { Bus } from '../../../platform/bus/index.ts'

/** Tells every server of the site that an account is not what it was. */
export interface AccountChanges {
  /** Changes heard of so far: whoever finds it risen asks again what he has just learned. */
  readonly count: number
  publish(accountId: number): void
  listen(accountId: number, changed: () => void): { close(): void }
  close(): void
}

const subjectOf = (account: number | '*'): string => `account.${account}.changed`

export function publishAccountChange(bus: Bus, accountId: number): void {
  bus.publish(subjectOf(accountId), new Uint8Array())
}

/** `heard` is called before those who listen to the account. */
export function createAccountChanges(bus: Bus, heard: (accountId: number) => void): AccountChanges {
  const listeners = new Map<number, Set<() => void>>()
  let count = 0
  const subscription = bus.subscribe(subjectOf('*'), (_bytes, subject) => {
    const accountId = Number(subject.split('.')[1])
    count++
    heard(accountId)
    for (const changed of [...(listeners.get(accountId) ?? [])]) changed()
  })
  return {
    get count() {
      return count
    },
    publish: (accountId) => publishAccountChange(bus, accountId),
    listen(accountId, changed) {
      const ofAccount = listeners.get(accountId) ?? new Set()
      listeners.set(accountId, ofAccount)
      // A closure of its own, so that one function given twice is told twice and closed once.
      const told = (): void => changed()
      ofAccount.add(told)
      return {
        close() {
          ofAccount.delete(told)
          if (ofAccount.size === 0 && listeners.get(accountId) === ofAccount) listeners.delete(accountId)
        },
      }
    },
    close: () => subscription.close(),
  }
}
