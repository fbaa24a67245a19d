import type { Account } from '../../platform/account/index.ts'
import type { GroupTree, RegisteredDevice, Registry } from '../registry/index.ts'

/**
 * Which devices exist for whom: those of his group and of the groups below it, for permission 0 all. A device that is not
 * visible is to be answered exactly like one that does not exist.
 */
export interface Visibility {
  device(account: Account, deviceId: string): RegisteredDevice | undefined
  sees(account: Account, device: RegisteredDevice): boolean
  /** Devices that are online and not registered are there for permission 0 only. */
  seesUnregistered(account: Account): boolean
  /** Accounts with the same name see the same devices. */
  audience(account: Account): string
}

export function createVisibility(
  registry: Pick<Registry, 'byId'> & { readonly groups: Pick<GroupTree, 'contains'> },
): Visibility {
  const sees = (account: Account, device: RegisteredDevice): boolean =>
    account.permission === 0 || registry.groups.contains(account.groupId, device.groupId)
  return {
    sees,
    seesUnregistered: (account) => account.permission === 0,
    audience: (account) => (account.permission === 0 ? 'all' : String(account.groupId)),
    device(account, deviceId) {
      const device = registry.byId(deviceId)
      return device !== undefined && sees(account, device) ? device : undefined
    },
  }
}
