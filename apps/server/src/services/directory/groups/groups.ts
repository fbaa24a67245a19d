import { AppError } from '@fleetglass/contract/errors'
import { type Group, ROOT_GROUP, type UserInfo } from '@fleetglass/contract/groups'
import type { Account } from '../accounts/account.ts'
import type { Registry } from '../devices/registry.ts'
import type { DeviceGroup } from '../devices/registry.types.ts'
import type { Visibility } from '../permissions/visibility.ts'

/** The contents of the groups that the account may see: its own group and those below it, for permission 0 all groups. */
export interface Groups {
  userInfo(account: Account): UserInfo
  /** Ids of the devices directly in the group. Throws a refusal for a group that is not there for this account. */
  devicesOf(account: Account, groupId: string): string[]
  list(account: Account): Group[]
}

export function createGroups(deps: {
  readonly registry: Pick<Registry, 'groups'>
  readonly visibility: Visibility
}): Groups {
  const { registry, visibility } = deps
  const idOf = ({ id }: DeviceGroup): string => (id === registry.groups.rootId ? ROOT_GROUP : String(id))
  const topOf = (account: Account): number => (account.permission === 0 ? registry.groups.rootId : account.groupId)
  const devicesIn = (account: Account, groupId: number): string[] =>
    visibility.devicesIn(account, groupId).map(({ deviceId }) => deviceId)

  return {
    userInfo: (account) => ({
      childrens: registry.groups
        .childrenOf(account.groupId)
        .map((group) => ({ groupid: idOf(group), name: group.name })),
      devices: devicesIn(account, account.groupId),
    }),
    devicesOf(account, groupId) {
      const group = registry.groups.below(topOf(account)).find((candidate) => idOf(candidate) === groupId)
      if (group === undefined) throw new AppError('unknown-group')
      return devicesIn(account, group.id)
    },
    list(account) {
      const groups = registry.groups.below(topOf(account))
      const shown = new Map(groups.map((group) => [group.id, idOf(group)]))
      return groups.map((group) => ({
        groupid: idOf(group),
        parentid: shown.get(group.parentId ?? 0) ?? null,
        name: group.name,
      }))
    },
  }
}
