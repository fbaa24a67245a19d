import type { GroupNode } from './group-tree.ts'

/** Groups as options of a `select`, each below the one above it. */
export function GroupOptions({ groups }: { readonly groups: readonly GroupNode[] }) {
  return groups.map(({ groupid, name, depth }) => (
    <option key={groupid} value={groupid}>
      {'\u2003'.repeat(depth) + name}
    </option>
  ))
}
