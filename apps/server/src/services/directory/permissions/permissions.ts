import type { PermissionGroup } from '@fleetglass/contract/permissions'
import type { AccountFeed } from '../accounts/account-feed.ts'
import type { AccessSave, PermissionRefusal, PermissionStore } from './permission.store.ts'

/** The permission groups of the site, changed while the server runs. A change returns why it was not made, or `null`. */
export interface Permissions {
  list(): Promise<PermissionGroup[]>
  /** Gives permission groups other flags, for all their accounts: all of it or nothing. */
  saveAccess(save: AccessSave): Promise<PermissionRefusal | null>
  rename(id: number, name: string): Promise<PermissionRefusal | null>
  copy(id: number): Promise<PermissionRefusal | null>
  remove(id: number): Promise<PermissionRefusal | null>
  /** Every server forgets the rights that it has cached and checks everything that is open again. */
  readAgain(): void
}

export function createPermissions(deps: { readonly store: PermissionStore; readonly feed: AccountFeed }): Permissions {
  const { store, feed } = deps
  return {
    list: () => store.list(),
    async saveAccess(save) {
      const saved = await store.saveAccess(save)
      if ('kind' in saved) return saved
      for (const changed of saved) feed.publish({ of: 'permission', kind: 'edited', ...changed })
      return null
    },
    rename: (id, name) => store.rename(id, name),
    copy: (id) => store.copy(id),
    remove: (id) => store.remove(id),
    readAgain: () => feed.publish({ of: 'rights', kind: 'read-again' }),
  }
}
