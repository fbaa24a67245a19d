import { useEffect } from 'react'
import { openDialog } from '../../platform/pages/index.ts'
import { commandDialog, keyboardDialog } from './dialogs.ts'

/** The keys of every page (`KeyboardHelp` names them). They are letters where something is typed or a modal is open. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isCommandKey(event) && document.querySelector('[role="dialog"]') === null) {
        event.preventDefault()
        openDialog(commandDialog, {})
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (event.key === '?') openDialog(keyboardDialog, {})
      if (event.key !== '/') return
      const search = document.querySelector<HTMLInputElement>('.device-search input')
      if (!search) return
      event.preventDefault()
      search.focus()
      search.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Control K, on a Mac Command K: also while something is typed. */
function isCommandKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  )
}
