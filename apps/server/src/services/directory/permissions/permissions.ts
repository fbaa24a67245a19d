import type { AccountFeed } from '../accounts/account-feed.ts'
import type { PermissionStore } from './permission.store.ts'

/** The permission groups of the site, changed while the server runs. */
export interface Permissions {
  /** Gives a permission group other flags, for all its accounts. */
  setAccess(permission: number, access: string): Promise<'set' | 'unknown'>
}

export function createPermissions(deps: { readonly store: PermissionStore; readonly feed: AccountFeed }): Permissions {
  return {
    async setAccess(permission, access) {
      const accountIds = await deps.store.setAccess(permission, access)
      if (accountIds === null) return 'unknown'
      deps.feed.publish({ of: 'permission', kind: 'edited', permission, accountIds })
      return 'set'
    },
  }
}
