import { ROOT_GROUP } from '@fleetglass/contract/groups'
import { useMemo, useState } from 'react'
import type { GroupNode, GroupTree } from '../../shared/groups/index.ts'

export interface GroupPath {
  /** From root to the current group. */
  readonly path: readonly GroupNode[]
  readonly current: GroupNode | undefined
  open(groupid: string): void
}

/**
 * The group that is edited (GRP-13 to GRP-17). Its path is read from the tree, so that it is right also when another user moves a group;
 * when the group is deleted, the last group of the path that is still there is the current one.
 */
export function useGroupPath(tree: GroupTree): GroupPath {
  const [opened, setOpened] = useState<readonly string[]>([ROOT_GROUP])
  return useMemo(() => {
    const last = [...opened].reverse().find((groupid) => tree.get(groupid) !== undefined)
    const top = tree.all[0]?.groupid
    const path = tree.pathOf(last ?? top ?? ROOT_GROUP)
    return {
      path,
      current: path.at(-1),
      open: (groupid) => setOpened(tree.pathOf(groupid).map((group) => group.groupid)),
    }
  }, [tree, opened])
}
