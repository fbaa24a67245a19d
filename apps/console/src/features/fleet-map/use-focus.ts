import { useCallback, useEffect, useRef, useState } from 'react'

/** The vehicle in focus, and whether its floating live view was closed. */
export interface Focus {
  readonly focusedId: string | null
  readonly floating: boolean
  /** Focuses a vehicle, or (null) none. */
  focus(id: string | null): void
  closeFloating(): void
  close(): void
}

/** Escape closes the popup, and the keyboard is then where it was before. */
export function useFocus(): Focus {
  const [state, setState] = useState<{ id: string | null; floating: boolean }>({ id: null, floating: false })
  const opener = useRef<Element | null>(null)
  const focus = useCallback((id: string | null) => {
    if (id !== null) opener.current = document.activeElement
    setState({ id, floating: id !== null })
  }, [])
  const closeFloating = useCallback(() => setState(({ id }) => ({ id, floating: false })), [])
  const close = useCallback(() => {
    setState({ id: null, floating: false })
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }, [])
  const { id, floating } = state
  useEffect(() => {
    if (id === null) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.fullscreenElement !== null) return
      if (document.querySelector('[role="dialog"], .dropdown-menu.show') === null) close()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [id, close])
  return { focusedId: id, floating, focus, closeFloating, close }
}
