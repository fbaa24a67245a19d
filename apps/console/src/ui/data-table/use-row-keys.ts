import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

const moves = ['wheel', 'touchmove', 'pointerdown'] as const
const controls = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"])'

/** The row that has the tab stop, and the keys that move it and act on it. */
export function useRowKeys(options: {
  readonly box: RefObject<HTMLElement | null>
  readonly count: number
  readonly pageRows: number
  readonly scrollTo: (index: number) => void
  readonly isLoaded: (index: number) => boolean
  /** False: nothing was opened, and the focus moves into the row. */
  readonly onEnter: (index: number) => boolean
  readonly onSpace: (index: number) => void
}) {
  const { box, count, pageRows, scrollTo, isLoaded, onEnter, onSpace } = options
  const [wanted, setWanted] = useState(0)
  const active = Math.max(0, Math.min(wanted, count - 1))
  const awaited = useRef<number | null>(null)
  // A row out of sight exists only after the table was scrolled to it.
  useEffect(() => {
    if (awaited.current === null) return
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${awaited.current}"]`)
    if (!row) return
    awaited.current = null
    row.focus({ preventScroll: true })
  })
  // A card is higher than its place was while it was waited for: the last one would end below the table.
  const waitedFor = useRef<number | null>(null)
  useEffect(() => {
    const index = waitedFor.current
    if (index === null || !isLoaded(index)) return
    waitedFor.current = null
    if (indexOf(document.activeElement) === index) scrollTo(index)
  })
  // Who moves the table meanwhile wants to be there.
  useEffect(() => {
    const forget = (): void => {
      waitedFor.current = null
    }
    for (const move of moves) window.addEventListener(move, forget, { passive: true })
    return () => {
      for (const move of moves) window.removeEventListener(move, forget)
    }
  }, [])
  const goTo = (index: number): void => {
    const next = Math.max(0, Math.min(index, count - 1))
    awaited.current = next
    setWanted(next)
    waitedFor.current = isLoaded(next) ? null : next
    scrollTo(next)
    // Already active, but the focus is in one of its controls: nothing is drawn anew.
    if (next === active) box.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
  }
  return {
    active,
    onFocus({ target }: FocusEvent): void {
      const index = indexOf(target)
      if (index !== null) setWanted(index)
    },
    onKeyDown(event: KeyboardEvent): void {
      const { target, key } = event
      const index = indexOf(target)
      if (index === null || !(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
      if (target.dataset.row === undefined) {
        // Inside a control the keys are the control's; Escape returns to the row, and a dialog around the table stays open.
        if (key !== 'Escape') return
        event.stopPropagation()
        goTo(index)
        return
      }
      const goals: Readonly<Record<string, number>> = {
        ArrowDown: index + 1,
        ArrowUp: index - 1,
        PageDown: index + pageRows,
        PageUp: index - pageRows,
        Home: 0,
        End: count - 1,
      }
      const goal = goals[key]
      if (goal !== undefined) goTo(goal)
      else if (key === ' ') onSpace(index)
      else if (key !== 'Enter') return
      else if (!onEnter(index)) target.querySelector<HTMLElement>(controls)?.focus()
      event.preventDefault()
    },
  }
}

function indexOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row === null ? null : Number(row.dataset.row)
}
