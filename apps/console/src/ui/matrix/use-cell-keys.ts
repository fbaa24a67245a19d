import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface Place {
  readonly row: number
  readonly column: number
}

/** The cell that has the tab stop, and the keys of the WAI-ARIA grid pattern. */
export function useCellKeys(options: {
  readonly box: RefObject<HTMLElement | null>
  readonly rowCount: number
  readonly columnCount: number
  readonly pageRows: number
  readonly scrollTo: (row: number, column: number) => void
}) {
  const { box, rowCount, columnCount, pageRows, scrollTo } = options
  const [wanted, setWanted] = useState<Place>({ row: 0, column: 0 })
  const bounded = ({ row, column }: Place): Place => ({
    row: Math.max(0, Math.min(row, rowCount - 1)),
    column: Math.max(0, Math.min(column, columnCount - 1)),
  })
  const active = bounded(wanted)
  const awaited = useRef<Place | null>(null)
  // A cell out of sight exists only after the table was scrolled to it.
  useEffect(() => {
    if (awaited.current === null) return
    const { row, column } = awaited.current
    const cell = box.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)
    if (!cell) return
    awaited.current = null
    cell.focus({ preventScroll: true })
  })
  const goTo = (place: Place): void => {
    const next = bounded(place)
    awaited.current = next
    setWanted(next)
    scrollTo(next.row, next.column)
  }
  return {
    active,
    onFocus({ target }: FocusEvent): void {
      const place = placeOf(target)
      if (place !== null) setWanted(place)
    },
    onKeyDown(event: KeyboardEvent): void {
      const { target, key } = event
      if (!(target instanceof HTMLElement) || target.dataset.column === undefined) return
      const place = placeOf(target)
      if (place === null || event.metaKey || event.altKey) return
      const { row, column } = place
      const isRtl = document.documentElement.dir === 'rtl'
      const isWhole = event.ctrlKey
      const goals: Readonly<Record<string, Place>> = {
        ArrowDown: { row: row + 1, column },
        ArrowUp: { row: row - 1, column },
        ArrowRight: { row, column: column + (isRtl ? -1 : 1) },
        ArrowLeft: { row, column: column + (isRtl ? 1 : -1) },
        PageDown: { row: row + pageRows, column },
        PageUp: { row: row - pageRows, column },
        Home: { row: isWhole ? 0 : row, column: 0 },
        End: { row: isWhole ? rowCount - 1 : row, column: columnCount - 1 },
      }
      const goal = goals[key]
      if (goal !== undefined) goTo(goal)
      else if (key === 'Enter' || key === ' ') target.querySelector<HTMLElement>('button, input, a')?.click()
      else return
      event.preventDefault()
    },
  }
}

function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  return cell === null ? null : { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
}
