import { useRef } from 'react'

export interface DrawnRow {
  readonly index: number
  /** Undefined while the row is being loaded. */
  readonly rowKey: string | undefined
}

interface Drawn {
  /** By the row's own key. */
  readonly ofRow: ReadonlyMap<string, string>
  readonly atIndex: ReadonlyMap<number, { readonly key: string; readonly isWaiting: boolean }>
  readonly count: number
}

/**
 * The React key of each drawn row. A row keeps its element wherever it moves, and when it is loaded or waited for again: a new
 * element would lose the focus, and the browser would scroll to the start when the old one, and the height above it, are removed.
 */
export function useDrawnKeys(rows: readonly DrawnRow[]): readonly string[] {
  const drawn = useRef<Drawn>({ ofRow: new Map(), atIndex: new Map(), count: 0 })
  const { keys, next } = keysOf(rows, drawn.current)
  drawn.current = next
  return keys
}

function keysOf(rows: readonly DrawnRow[], before: Drawn): { readonly keys: readonly string[]; readonly next: Drawn } {
  const known = rows.map(({ rowKey }) => (rowKey === undefined ? undefined : before.ofRow.get(rowKey)))
  const taken = new Set(known)
  // A row that came between two pages stands at the end of one and the beginning of the next.
  const given = new Set<string>()
  const next = { ofRow: new Map<string, string>(), atIndex: new Map<number, { key: string; isWaiting: boolean }>() }
  let { count } = before
  const keys = rows.map(({ index, rowKey }, place) => {
    const there = before.atIndex.get(index)
    const isWaiting = rowKey === undefined
    const isFree = there !== undefined && (isWaiting || there.isWaiting) && !taken.has(there.key)
    const kept = known[place] ?? (isFree ? there.key : undefined)
    const key = kept === undefined || given.has(kept) ? `drawn ${count++}` : kept
    given.add(key)
    next.atIndex.set(index, { key, isWaiting })
    if (rowKey !== undefined) next.ofRow.set(rowKey, key)
    return key
  })
  return { keys, next: { ...next, count } }
}
