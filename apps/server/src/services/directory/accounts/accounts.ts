import type { Bus } from '../../../platform/bus/index.ts'
import type { AccountEdit, AccountStore } from './account.store.ts'
import { publishAccountChange } from './account-changes.ts'

/** Changes accounts while the server runs. Everything an account has open is checked again after each change. */
export interface AccountDirectory {
  edit(name: string, change: AccountEdit): Promise<'edited' | 'unknown'>
  remove(name: string): Promise<'removed' | 'unknown'>
  /** Gives a permission group other flags, for all its accounts. */
  setAccess(permission: number, access: string): Promise<'set' | 'unknown'>
}

export function createAccountDirectory({
  store,
  bus,
}: {
  readonly store: AccountStore
  readonly bus: Bus
}): AccountDirectory {
  return {
    async edit(name, change) {
      const id = await store.edit(name, change)
      if (id === null) return 'unknown'
      publishAccountChange(bus, id)
      return 'edited'
    },
    async remove(name) {
      const id = await store.remove(name)
      if (id === null) return 'unknown'
      publishAccountChange(bus, id)
      return 'removed'
    },
    async setAccess(permission, access) {
      const ids = await store.setAccess(permission, access)
      if (ids === null) return 'unknown'
      for (const id of ids) publishAccountChange(bus, id)
      return 'set'
    },
  }
}
