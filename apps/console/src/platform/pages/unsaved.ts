import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** How many parts of the open modal have changes that were not saved. */
const unsavedParts = createStore(() => 0)

/** While this is true, closing the modal of the shell and leaving its page need a confirmation. */
export function useUnsavedInModal(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    unsavedParts.setState((count) => count + 1, true)
    return () => unsavedParts.setState((count) => count - 1, true)
  }, [isUnsaved])
}

/** Whether closing the modal of the shell would lose something. */
export function useModalUnsaved(): boolean {
  return useStore(unsavedParts, (count) => count > 0)
}

/** Leaves the page; with `replace` the new address takes the place of the present entry of the history. */
export type Leave = (replace: boolean) => void

const guards: ((leave: Leave) => void)[] = []

/** From now on `guard` decides about `leavePage`, until the answer is called. */
export function guardLeaving(guard: (leave: Leave) => void): () => void {
  guards.push(guard)
  return () => void guards.splice(guards.indexOf(guard), 1)
}

/** Whether leaving the page may lose something. */
export function hasUnsaved(): boolean {
  return guards.length > 0
}

/** Leaves the page by what is no link: where something was not saved, after the user has agreed. */
export function leavePage(leave: Leave): void {
  const guard = guards.at(-1)
  if (guard) guard(leave)
  else leave(false)
}
