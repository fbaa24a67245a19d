import type { Device } from '../../engines/fleet/index.ts'

/** DASH-77 … 81: the headers that sort. */
export type SortKey = 'device' | 'driver' | 'memo' | 'plate' | 'updated'

export interface Sort {
  readonly key: SortKey
  readonly descending: boolean
}

/** DASH-82. */
export const startSort: Sort = { key: 'device', descending: false }

/** A click on a header: the same one reverses, another one starts ascending. */
export function clickSort(sort: Sort, key: SortKey): Sort {
  return { key, descending: sort.key === key && !sort.descending }
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** DASH-82: text naturally (`dev2` before `dev10`) and without case; equal values keep device-id order either way. */
export function sortDevices(devices: readonly Device[], { key, descending }: Sort): Device[] {
  const direction = descending ? -1 : 1
  return [...devices].sort((a, b) => direction * compare(a, b, key) || natural.compare(a.deviceId, b.deviceId))
}

function compare(a: Device, b: Device, key: SortKey): number {
  switch (key) {
    case 'device':
      return natural.compare(a.deviceId, b.deviceId)
    case 'driver':
      return natural.compare(a.driverName, b.driverName)
    case 'memo':
      return natural.compare(a.memo, b.memo)
    case 'plate':
      return natural.compare(a.plate, b.plate)
    case 'updated':
      return (a.statusTimeS ?? 0) - (b.statusTimeS ?? 0)
  }
}
