import { useSyncExternalStore } from 'react'

const lowWindow = '(max-height: 820px)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(lowWindow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window is so low that lists stand closer, as those of the smaller laptops are. */
export function useLowWindow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(lowWindow).matches)
}
