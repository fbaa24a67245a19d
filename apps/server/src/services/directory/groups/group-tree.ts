import type { DeviceGroup, GroupTree } from '../devices/registry.types.ts'

/** Which group lies below which. Groups form one tree; one whose parents do not lead to the root is below no other. */
export function createGroupTree(groups: readonly DeviceGroup[]): GroupTree {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const root = groups.find(({ parentId }) => parentId === null)
  if (root === undefined) throw new Error('there is no root group')
  const contains = (groupId: number, other: number): boolean => {
    // A parent that names itself or a child would be endless: no chain is longer than there are groups.
    let at: number | null | undefined = other
    for (let steps = 0; at != null && steps <= byId.size; steps++) {
      if (at === groupId) return true
      at = byId.get(at)?.parentId
    }
    return false
  }
  return {
    rootId: root.id,
    has: (groupId) => byId.has(groupId),
    contains,
    childrenOf: (groupId) => groups.filter(({ parentId }) => parentId === groupId),
    below: (groupId) => groups.filter(({ id }) => contains(groupId, id)),
  }
}
