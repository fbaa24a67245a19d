import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import './virtual-list.css'

/**
 * A list that scrolls by itself. Only the entries in sight exist, so ten thousand scroll like ten. Up, down, home and end go
 * from entry to entry: to the first link or button of each.
 */
export function VirtualList<Item>(props: {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly heightPx: (item: Item) => number
  readonly entry: (item: Item) => ReactNode
  /** Called with the entries in sight, the last one included. */
  readonly onSight?: (first: number, last: number) => void
  readonly className?: string
}) {
  const { items, keyOf, heightPx, entry, onSight } = props
  const scroller = useRef<HTMLDivElement>(null)
  const keys = useSameWhileEqual(items.map(keyOf))
  // Another function, and the place of every entry is found anew.
  const getItemKey = useMemo(() => (index: number) => keys[index] as string, [keys])
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightPx(items[index] as Item),
    overscan: 6,
    getItemKey,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries of other heights are measured anew
  useEffect(() => rows.measure(), [heightPx])
  const { startIndex = 0, endIndex = -1 } = rows.range ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries may have come into the same places
  useEffect(() => onSight?.(startIndex, endIndex), [onSight, startIndex, endIndex, items])
  const step = useArrowKeys(scroller, items.length, (index) => rows.scrollToIndex(index))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys go from entry to entry, which are links or buttons
    <div className={`virtual-list ${props.className ?? ''}`} ref={scroller} onKeyDown={step}>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start, size }) => (
          <li
            key={key}
            data-index={index}
            style={{ transform: `translateY(${start}px)`, height: size }}
            aria-setsize={items.length}
            aria-posinset={index + 1}
          >
            {entry(items[index] as Item)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The list before, as long as the new one is equal. */
function useSameWhileEqual(fresh: readonly string[]): readonly string[] {
  const kept = useRef(fresh)
  const old = kept.current
  if (fresh.length !== old.length || fresh.some((text, index) => text !== old[index])) kept.current = fresh
  return kept.current
}

function useArrowKeys(
  scroller: { readonly current: HTMLElement | null },
  count: number,
  scrollTo: (index: number) => void,
): (event: KeyboardEvent) => void {
  const awaited = useRef<number | null>(null)
  const focus = (index: number): boolean => {
    const target = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`)
    target?.focus()
    return target !== null && target !== undefined
  }
  // An entry out of sight exists only after the list was scrolled there.
  useEffect(() => {
    if (awaited.current !== null && focus(awaited.current)) awaited.current = null
  })
  return (event) => {
    const here = Number((event.target as Element).closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)
    const goals: Readonly<Record<string, number>> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: count - 1 }
    const goal = goals[event.key]
    if (goal === undefined || Number.isNaN(here) || goal < 0 || goal >= count) return
    event.preventDefault()
    scrollTo(goal)
    awaited.current = focus(goal) ? null : goal
  }
}
