import type { GroupTree } from './registry.types.ts'

/** Which group lies below which. Groups form one tree. */
export function createGroupTree(
  groups: readonly { readonly id: number; readonly parentId: number | null }[],
): GroupTree {
  const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]))
  const root = groups.find(({ parentId }) => parentId === null)
  if (root === undefined) throw new Error('there is no root group')
  return {
    rootId: root.id,
    contains(groupId, other) {
      // A parent that names itself or a child would be endless: no chain is longer than there are groups.
      let at: number | null | undefined = other
      for (let steps = 0; at != null && steps <= parents.size; steps++) {
        if (at === groupId) return true
        at = parents.get(at)
      }
      return false
    },
  }
}
