/** Maximum number of stored selections; the least recently opened goes first. */
const mostKept = 200

const kept = new Map<string, readonly number[]>()

/** LIVE-21, LIVE-50: which channels of a device were open in its modal; null where it was not opened yet in this page. */
export function keptSelection(deviceId: string): readonly number[] | null {
  return kept.get(deviceId) ?? null
}

/** Stores it for as long as the page is there; the browser's storage never sees it. */
export function keepSelection(deviceId: string, open: readonly number[]): void {
  kept.delete(deviceId)
  kept.set(deviceId, open)
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break
    kept.delete(oldest)
  }
}
