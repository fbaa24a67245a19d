import type { Group } from '@fleetglass/contract/groups'

export interface GroupNode {
  readonly groupid: string
  readonly name: string
  readonly parentid: string | null
  /** Groups between it and the first group of the list. */
  readonly depth: number
}

/** The groups of a list by their places. A group whose parent is not listed is a top; groups in a circle are left out. */
export interface GroupTree {
  /** Every group, each below its parent, children sorted by name in any case. */
  readonly all: readonly GroupNode[]
  get(groupid: string): GroupNode | undefined
  childrenOf(groupid: string): readonly GroupNode[]
  /** From the top to the group itself; empty for one that is not listed. */
  pathOf(groupid: string): readonly GroupNode[]
}

const byName = new Intl.Collator(undefined, { sensitivity: 'accent', numeric: true })

export function buildGroupTree(groups: readonly Group[]): GroupTree {
  const listed = new Set(groups.map(({ groupid }) => groupid))
  const below = new Map<string | null, Group[]>()
  for (const group of groups) {
    const parentid = group.parentid !== null && listed.has(group.parentid) ? group.parentid : null
    const siblings = below.get(parentid)
    if (siblings === undefined) below.set(parentid, [group])
    else siblings.push(group)
  }
  for (const siblings of below.values()) siblings.sort((one, other) => byName.compare(one.name, other.name))
  const nodes = new Map<string, GroupNode>()
  // Without recursion: a chain of groups may be as long as there are groups.
  const waiting = (below.get(null) ?? []).map((group) => ({ ...group, depth: 0 })).reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.set(node.groupid, node)
    const depth = node.depth + 1
    waiting.push(...(below.get(node.groupid) ?? []).map((group) => ({ ...group, depth })).reverse())
  }
  return {
    all: [...nodes.values()],
    get: (groupid) => nodes.get(groupid),
    childrenOf: (groupid) => (below.get(groupid) ?? []).flatMap((group) => nodes.get(group.groupid) ?? []),
    pathOf(groupid) {
      const path: GroupNode[] = []
      for (let node = nodes.get(groupid); node !== undefined; node = nodes.get(node.parentid ?? '')) path.unshift(node)
      return path
    },
  }
}
