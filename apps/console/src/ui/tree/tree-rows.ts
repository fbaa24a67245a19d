/** A node as the server lists it. A node whose parent is not in the list is a root. */
export interface TreeNode {
  readonly id: string
  readonly parentId: string | null
  readonly label: string
}

/** A node that is shown, with its place among its siblings. */
export interface TreeRow<Node extends TreeNode> {
  readonly node: Node
  /** From 1. */
  readonly level: number
  /** From 1. */
  readonly position: number
  readonly siblings: number
  readonly hasChildren: boolean
  readonly isOpen: boolean
  /** The index of the parent's row; -1 for a root. */
  readonly parentRow: number
}

export type Children<Node extends TreeNode> = ReadonlyMap<string | null, readonly Node[]>

const natural = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The nodes below each parent, sorted by name. Nodes that are their own ancestors hang below no root and are not shown. */
export function childrenOf<Node extends TreeNode>(nodes: readonly Node[]): Children<Node> {
  const known = new Set(nodes.map(({ id }) => id))
  const children = new Map<string | null, Node[]>()
  for (const node of nodes) {
    const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : null
    const list = children.get(parent)
    if (list) list.push(node)
    else children.set(parent, [node])
  }
  for (const list of children.values()) list.sort((one, other) => natural.compare(one.label, other.label))
  return children
}

/** The rows of a tree of which these nodes are open. */
export function openRows<Node extends TreeNode>(
  children: Children<Node>,
  openIds: ReadonlySet<string>,
): readonly TreeRow<Node>[] {
  return rowsBelow(
    children,
    (node) => openIds.has(node.id),
    () => true,
  )
}

/** The rows that a search shows: each node whose name has the words, with its ancestors, all open. */
export function foundRows<Node extends TreeNode>(children: Children<Node>, words: string): readonly TreeRow<Node>[] {
  const wanted = words.trim().toLocaleLowerCase()
  const kept = new Set<string>()
  const mark = (node: Node): boolean => {
    const below = (children.get(node.id) ?? []).map(mark).includes(true)
    const isKept = below || node.label.toLocaleLowerCase().includes(wanted)
    if (isKept) kept.add(node.id)
    return isKept
  }
  for (const root of children.get(null) ?? []) mark(root)
  const isKept = ({ id }: Node): boolean => kept.has(id)
  return rowsBelow(children, isKept, isKept)
}

function rowsBelow<Node extends TreeNode>(
  children: Children<Node>,
  isOpen: (node: Node) => boolean,
  isShown: (node: Node) => boolean,
): readonly TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = []
  const add = (parentId: string | null, level: number, parentRow: number): void => {
    const shown = (children.get(parentId) ?? []).filter(isShown)
    for (const [index, node] of shown.entries()) {
      const below = (children.get(node.id) ?? []).filter(isShown)
      const opens = below.length > 0 && isOpen(node)
      const row = rows.push({
        node,
        level,
        position: index + 1,
        siblings: shown.length,
        hasChildren: below.length > 0,
        isOpen: opens,
        parentRow,
      })
      if (opens) add(node.id, level + 1, row - 1)
    }
  }
  add(null, 1, -1)
  return rows
}

/** The ancestors of a node, the root first. */
export function ancestorsOf<Node extends TreeNode>(nodes: readonly Node[], id: string): readonly Node[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const path: Node[] = []
  let node = byId.get(byId.get(id)?.parentId ?? '')
  while (node !== undefined && !path.includes(node)) {
    path.unshift(node)
    node = byId.get(node.parentId ?? '')
  }
  return path
}
