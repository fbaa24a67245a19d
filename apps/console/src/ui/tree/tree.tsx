import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import styles from './tree.module.css'
import { ancestorsOf, childrenOf, foundRows, openRows, type TreeNode, type TreeRow } from './tree-rows.ts'
import { useTreeKeys } from './use-tree-keys.ts'

const rowPx = 36

/**
 * A tree of thousands of nodes, of which only those in sight exist. Keys as in the WAI-ARIA tree pattern: up and down move, right opens a
 * node or enters it, left closes it or goes to its parent, Home and End, letters find a name, Enter and Space select.
 */
export function Tree<Node extends TreeNode>(props: {
  readonly label: string
  readonly nodes: readonly Node[]
  readonly selectedId: string | null
  readonly onSelect: (node: Node) => void
  /** The text of the search box beside it: hits and their ancestors stay, whatever is open. */
  readonly words?: string
  /** Behind the name: a count, a button. */
  readonly after?: (node: Node) => ReactNode
  /** Replaces the tree when the search finds nothing. */
  readonly none: ReactNode
}) {
  const { label, nodes, selectedId, onSelect, words = '', after } = props
  const children = useMemo(() => childrenOf(nodes), [nodes])
  const { openIds, setOpen } = useOpenNodes(nodes, selectedId)
  const isSearch = words.trim() !== ''
  const rows = useMemo(
    () => (isSearch ? foundRows(children, words) : openRows(children, openIds)),
    [children, openIds, words, isSearch],
  )
  const box = useRef<HTMLDivElement>(null)
  const activeRow = useRef(0)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 10,
    rangeExtractor: (range) => [
      ...new Set([...defaultRangeExtractor(range), Math.max(0, Math.min(activeRow.current, range.count - 1))]),
    ],
  })
  const keys = useTreeKeys({
    box,
    rows,
    selectedId,
    scrollTo: (index) => list.scrollToIndex(index),
    setOpen: (id, isOpen) => {
      // A search shows everything that leads to a hit.
      if (!isSearch) setOpen(id, isOpen)
    },
    onSelect,
  })
  activeRow.current = keys.active
  if (rows.length === 0) return props.none
  return (
    <div className={styles.box} ref={box}>
      <div
        role="tree"
        tabIndex={-1}
        aria-label={label}
        className={styles.tree}
        style={{ height: list.getTotalSize() }}
        onKeyDown={keys.onKeyDown}
      >
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <TreeItem
              key={row.node.id}
              row={row}
              index={index}
              topPx={start}
              isActive={index === keys.active}
              isSelected={row.node.id === selectedId}
              onToggle={() => {
                if (!isSearch) setOpen(row.node.id, !row.isOpen)
              }}
              onSelect={() => {
                keys.setActive(row.node.id)
                onSelect(row.node)
              }}
            >
              {after?.(row.node)}
            </TreeItem>
          )
        })}
      </div>
    </div>
  )
}

/** Roots begin open, and so do the ancestors of what is selected. */
function useOpenNodes<Node extends TreeNode>(nodes: readonly Node[], selectedId: string | null) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const openIds = useMemo(() => {
    const known = new Set(nodes.map(({ id }) => id))
    const open = new Set(nodes.filter(({ parentId }) => parentId === null || !known.has(parentId)).map(({ id }) => id))
    for (const { id } of selectedId === null ? [] : ancestorsOf(nodes, selectedId)) open.add(id)
    for (const [id, isOpen] of changed) {
      if (isOpen) open.add(id)
      else open.delete(id)
    }
    return open
  }, [nodes, selectedId, changed])
  return {
    openIds,
    setOpen: (id: string, isOpen: boolean): void => setChanged((before) => new Map(before).set(id, isOpen)),
  }
}

function TreeItem<Node extends TreeNode>(props: {
  readonly row: TreeRow<Node>
  readonly index: number
  readonly topPx: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly onToggle: () => void
  readonly onSelect: () => void
  readonly children: ReactNode
}) {
  const { row, index, topPx, isActive, isSelected } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its items
    <div
      role="treeitem"
      className={styles.item}
      data-row={index}
      tabIndex={isActive ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      aria-selected={isSelected}
      style={{ transform: `translateY(${topPx}px)`, paddingInlineStart: `${(row.level - 1) * 1.25 + 0.25}rem` }}
      onClick={props.onSelect}
    >
      {row.hasChildren ? (
        <button
          type="button"
          className={styles.toggle}
          tabIndex={-1}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            props.onToggle()
          }}
        >
          <Icon name={row.isOpen ? 'down' : 'next'} size={16} />
        </button>
      ) : (
        <span className={styles.toggle} />
      )}
      <span className={styles.label} dir="auto">
        {row.node.label}
      </span>
      {props.children}
    </div>
  )
}
