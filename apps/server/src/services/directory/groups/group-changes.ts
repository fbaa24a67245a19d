import { AppError } from '@fleetglass/contract/errors'
import {
  type AddGroup,
  type ChangeGroup,
  GROUPS_MAX,
  GROUPS_OF_DEVICE_MAX,
  type GroupLink,
  groupNumber,
  ROOT_GROUP,
} from '@fleetglass/contract/groups'
import { type Registry, withoutGroup } from '../devices/registry.ts'
import type { RegisteredDevice } from '../devices/registry.types.ts'

/** Links that are written before other work gets its turn. */
const LINKS_PER_PAGE = 1000

/** Changes of the tree and of its links, by the administrator, who sees every group and device. Each throws why it was refused. */
export interface GroupChanges {
  add(asked: AddGroup): Promise<void>
  change(asked: ChangeGroup): Promise<void>
  remove(groupId: string): Promise<void>
  /** Which device is in which group, page by page. */
  links(): AsyncGenerator<GroupLink[]>
  /** A device that was in the root group only leaves it: being in the root group means being in no other. */
  addLink(link: GroupLink): Promise<void>
  /** Removing a link that does not exist changes nothing. */
  removeLink(link: GroupLink): Promise<void>
}

export function createGroupChanges({ registry }: { readonly registry: Registry }): GroupChanges {
  const groupOf = (groupId: string): number => {
    const { groups } = registry
    const id = groupNumber(groupId, groups.rootId)
    if (id === null || !groups.has(id)) throw new AppError('unknown-group')
    return id
  }
  const nameOf = (id: number): string => registry.groups.get(id)?.name ?? ''
  const isRoot = (id: number): boolean => id === registry.groups.rootId

  return {
    async add({ parentid, newChildrenName: name }) {
      const result = await registry.addGroup(groupOf(parentid), name)
      if (result === 'unknown') throw new AppError('unknown-group')
      if (result === 'taken') throw new AppError('group-name-taken', { field: 'newChildrenName', name })
      if (result === 'full') throw new AppError('too-many-groups', { max: GROUPS_MAX })
    },
    async change({ groupid, newGroupName, newParentid }) {
      const id = groupOf(groupid)
      const parentId = newParentid === undefined ? undefined : groupOf(newParentid)
      if (parentId !== undefined && isRoot(id)) throw new AppError('root-group')
      const result = await registry.changeGroup(id, {
        ...(newGroupName !== undefined && { name: newGroupName }),
        ...(parentId !== undefined && { parentId }),
      })
      if (result === 'unknown') throw new AppError('unknown-group')
      if (result === 'cycle') throw new AppError('group-cycle', { field: 'newParentid' })
      const field = newGroupName === undefined ? 'newParentid' : 'newGroupName'
      if (result === 'taken') throw new AppError('group-name-taken', { field, name: newGroupName ?? nameOf(id) })
    },
    async remove(groupId) {
      const id = groupOf(groupId)
      const name = nameOf(id)
      const result = await registry.removeGroup(id)
      if (result === 'removed') return
      if (result === 'unknown') throw new AppError('unknown-group')
      if (result === 'root') throw new AppError('root-group')
      if (result.groups > 0) throw new AppError('group-has-children', { name, count: result.groups })
      throw new AppError('group-has-users', { name, count: result.users })
    },
    async *links() {
      let page: GroupLink[] = []
      for (const { deviceId, groups } of [...registry.all()]) {
        for (const id of groups) page.push({ groupid: isRoot(id) ? ROOT_GROUP : String(id), deviceid: deviceId })
        if (page.length < LINKS_PER_PAGE) continue
        yield page
        page = []
        await new Promise((resolve) => setImmediate(resolve))
      }
      yield page
    },
    async addLink({ groupid, deviceid }) {
      const id = groupOf(groupid)
      const result = await registry.changeGroups(deviceid, (device) => withGroup(device, id, registry.groups.rootId))
      if (result === 'unknown') throw new AppError('unknown-device')
    },
    async removeLink({ groupid, deviceid }) {
      const id = groupOf(groupid)
      await registry.changeGroups(deviceid, (device) => {
        if (isRoot(id) && device.groups.every(isRoot)) throw new AppError('device-needs-group')
        return withoutGroup(device, id, registry.groups.rootId)
      })
    },
  }
}

function withGroup({ groups }: RegisteredDevice, id: number, rootId: number): readonly number[] {
  if (groups.includes(id)) return groups
  const others = groups.length === 1 && groups[0] === rootId ? [] : groups
  if (others.length >= GROUPS_OF_DEVICE_MAX)
    throw new AppError('too-many-groups-of-device', { max: GROUPS_OF_DEVICE_MAX })
  return [...others, id]
}
