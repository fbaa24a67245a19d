import { useState } from 'react'
import type { Location } from 'react-router'

// When the page was loaded: the history of the tab has the numbers of the loads before.
let opened = performance.timeOrigin

/** State for an address of the page that is shown: the page begins anew, as if it had come from another one. */
export function openedAnew(): { readonly opened: number } {
  opened += 1
  return { opened }
}

/** Changes when a page is to begin anew. What a page writes into its own address changes nothing. */
export function usePageKey({ state }: Location): number {
  const [key, setKey] = useState(0)
  const asked = (state as { opened?: unknown } | null)?.opened
  if (typeof asked !== 'number' || asked === key) return key
  setKey(asked)
  return asked
}
