import type { DeviceGroup, GroupTree } from '../devices/registry.types.ts'

/** Which group lies below which. Groups form one tree; one whose parents do not lead to the root is below no other. */
export function createGroupTree(groups: readonly DeviceGroup[]): GroupTree {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const children = new Map<number, DeviceGroup[]>()
  for (const group of groups) {
    if (group.parentId === null) continue
    const siblings = children.get(group.parentId)
    if (siblings === undefined) children.set(group.parentId, [group])
    else siblings.push(group)
  }
  const root = groups.find(({ parentId }) => parentId === null)
  if (root === undefined) throw new Error('there is no root group')

  const pathOf = (groupId: number): number[] => {
    const path: number[] = []
    // A parent that names itself or a child would be endless: no path is longer than there are groups.
    for (let at = byId.get(groupId); at !== undefined && path.length < byId.size; at = byId.get(at.parentId ?? -1)) {
      path.push(at.id)
    }
    return path
  }
  return {
    rootId: root.id,
    size: byId.size,
    has: (groupId) => byId.has(groupId),
    get: (groupId) => byId.get(groupId),
    pathOf,
    contains: (groupId, other) => groupId === other || pathOf(other).includes(groupId),
    childrenOf: (groupId) => children.get(groupId) ?? [],
    below(groupId) {
      const found = new Set<DeviceGroup>()
      const waiting = [byId.get(groupId)]
      for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
        if (found.has(group)) continue
        found.add(group)
        waiting.push(...(children.get(group.id) ?? []))
      }
      return [...found].sort((a, b) => a.id - b.id)
    },
  }
}
