import type { Account } from '../accounts/account.ts'
import type { Registry } from '../devices/registry.ts'
import type { RegisteredDevice } from '../devices/registry.types.ts'
import type { DirectoryChanges } from '../directory-changes.ts'
import { VisibleDevices } from './visible-devices.ts'

/**
 * Which devices exist for an account: those with at least one group that is the account's or lies below it, for permission 0
 * all. A device that is not visible is answered exactly like one that does not exist.
 */
export interface Visibility {
  /** As it is registered now. */
  device(account: Account, deviceId: string): RegisteredDevice | undefined
  /** Every device that the account sees, by rising key. The list does not change any more; a later call returns another. */
  devices(account: Account): readonly RegisteredDevice[]
  /** Those directly in a group, as far as the account sees them. */
  devicesIn(account: Account, groupId: number): readonly RegisteredDevice[]
  sees(account: Account, device: Pick<RegisteredDevice, 'key'>): boolean
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
  readonly registry: Pick<Registry, 'byId' | 'all' | 'groups'>
  readonly changes: Pick<DirectoryChanges, 'subscribe'>
}): Visibility {
  const visible = new VisibleDevices(registry.groups, registry.all())
  changes.subscribe('index', (published) => {
    for (const change of published) visible.apply(change, registry.groups)
  })
  const sees: Visibility['sees'] = ({ permission, groupId }, { key }) =>
    permission === 0 || visible.isBelow(groupId, key)
  return {
    sees,
    devices: ({ permission, groupId }) => (permission === 0 ? visible.all() : visible.below(groupId)),
    devicesIn: (account, groupId) => visible.in(groupId).filter((device) => sees(account, device)),
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
