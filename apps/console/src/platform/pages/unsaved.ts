import { useEffect } from 'react'

/** How many parts of the open modal have changes that were not saved. */
let unsavedParts = 0

/** While this holds, closing the tab is asked about by the browser, in its words. */
function useAskBeforeUnload(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const heard = new AbortController()
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: heard.signal })
    return () => heard.abort()
  }, [isUnsaved])
}

/** While this holds, closing the modal of the shell is asked about too. */
export function useUnsavedInModal(isUnsaved: boolean): void {
  useAskBeforeUnload(isUnsaved)
  useEffect(() => {
    if (!isUnsaved) return
    unsavedParts += 1
    return () => {
      unsavedParts -= 1
    }
  }, [isUnsaved])
}

/** Whether closing the modal of the shell would lose something. */
export function isModalUnsaved(): boolean {
  return unsavedParts > 0
}
