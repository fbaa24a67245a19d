import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { TreeNode, TreeRow } from './tree-rows.ts'

/** The item that has the tab stop, and the keys of the WAI-ARIA tree pattern. */
export function useTreeKeys<Node extends TreeNode>(options: {
  readonly box: RefObject<HTMLElement | null>
  readonly rows: readonly TreeRow<Node>[]
  readonly selectedId: string | null
  readonly scrollTo: (index: number) => void
  readonly setOpen: (id: string, isOpen: boolean) => void
  readonly onSelect: (node: Node) => void
}) {
  const { box, rows, selectedId, scrollTo, setOpen, onSelect } = options
  const [activeId, setActive] = useState<string | null>(null)
  const indexOf = (id: string | null): number => rows.findIndex(({ node }) => node.id === id)
  const active = Math.max(0, indexOf(activeId) === -1 ? indexOf(selectedId) : indexOf(activeId))
  const awaited = useRef<string | null>(null)
  // An item out of sight exists only after the tree was scrolled to it.
  useEffect(() => {
    const index = awaited.current === null ? -1 : rows.findIndex(({ node }) => node.id === awaited.current)
    const item = index === -1 ? null : box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    if (!item) return
    awaited.current = null
    item.focus({ preventScroll: true })
  })
  const goTo = (index: number): void => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))]
    if (row === undefined) return
    awaited.current = row.node.id
    setActive(row.node.id)
    scrollTo(rows.indexOf(row))
  }
  return {
    active,
    setActive,
    onKeyDown(event: KeyboardEvent): void {
      const { target, key } = event
      if (!(target instanceof HTMLElement) || target.dataset.row === undefined) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const index = Number(target.dataset.row)
      const row = rows[index]
      if (row === undefined) return
      const moves: Readonly<Record<string, () => void>> = {
        ArrowDown: () => goTo(index + 1),
        ArrowUp: () => goTo(index - 1),
        Home: () => goTo(0),
        End: () => goTo(rows.length - 1),
        ArrowRight: () => {
          if (row.isOpen) goTo(index + 1)
          else if (row.hasChildren) setOpen(row.node.id, true)
        },
        ArrowLeft: () => {
          if (row.isOpen) setOpen(row.node.id, false)
          else if (row.parentRow >= 0) goTo(row.parentRow)
        },
        '*': () => {
          for (const { node, parentRow } of rows) if (parentRow === row.parentRow) setOpen(node.id, true)
        },
        Enter: () => onSelect(row.node),
        ' ': () => onSelect(row.node),
      }
      const move = moves[key] ?? (key.length === 1 ? () => goTo(nextNamed(rows, index, key)) : undefined)
      if (move === undefined) return
      event.preventDefault()
      move()
    },
  }
}

/** The next row, also from the top again, whose name begins with this letter; the same row when there is none. */
function nextNamed<Node extends TreeNode>(rows: readonly TreeRow<Node>[], from: number, letter: string): number {
  const wanted = letter.toLocaleLowerCase()
  for (let step = 1; step <= rows.length; step++) {
    const index = (from + step) % rows.length
    if (rows[index]?.node.label.toLocaleLowerCase().startsWith(wanted)) return index
  }
  return from
}
