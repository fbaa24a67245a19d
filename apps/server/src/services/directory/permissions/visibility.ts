import type { Account } from '../../../platform/account/index.ts'
import type { Registry } from '../devices/registry.ts'
import type { GroupTree, RegisteredDevice } from '../devices/registry.types.ts'
import type { DirectoryChanges } from '../directory-changes.ts'

/**
 * Which devices exist for an account: those with at least one group that is the account's or lies below it, for permission 0 all. A device that
 * is not visible is answered exactly like one that does not exist.
 */
export interface Visibility {
  device(account: Account, deviceId: string): RegisteredDevice | undefined
  sees(account: Account, device: RegisteredDevice): boolean
  /** Every device there is or may be. */
  seesAll(account: Account): boolean
  /** Devices that are online and not registered are visible to permission 0 only. */
  seesUnregistered(account: Account): boolean
  /** Accounts with the same name see the same devices. */
  audience(account: Account): string
  /** Called after a device or the groups changed: what an account sees may be another thing now. */
  onChange(changed: () => void): { close(): void }
}

export function createVisibility({
  registry,
  changes,
}: {
  readonly registry: Pick<Registry, 'byId'> & { readonly groups: Pick<GroupTree, 'contains' | 'rootId'> }
  readonly changes: Pick<DirectoryChanges, 'subscribe'>
}): Visibility {
  const sees = (account: Account, device: RegisteredDevice): boolean =>
    account.permission === 0 || device.groups.some((groupId) => registry.groups.contains(account.groupId, groupId))
  return {
    sees,
    seesAll: ({ permission, groupId }) => permission === 0 || groupId === registry.groups.rootId,
    seesUnregistered: (account) => account.permission === 0,
    audience: (account) => (account.permission === 0 ? 'all' : String(account.groupId)),
    device(account, deviceId) {
      const device = registry.byId(deviceId)
      return device !== undefined && sees(account, device) ? device : undefined
    },
    onChange: (changed) =>
      changes.subscribe('access', (published) => {
        if (published.some(({ of }) => of === 'device' || of === 'group')) changed()
      }),
  }
}
