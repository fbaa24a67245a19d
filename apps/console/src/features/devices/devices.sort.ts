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

/**
 * DASH-82: text naturally (`dev2` before `dev10`) and without case; equal values keep device-id order either way. The
 * devices come in that order, as the fleet lists them.
 */
export function sortDevices(devices: readonly Device[], { key, descending }: Sort): readonly Device[] {
  if (key === 'device') return descending ? devices.toReversed() : devices
  const direction = descending ? -1 : 1
  const rank = rankOf(devices, key)
  return devices.toSorted((a, b) => direction * (rank(a) - rank(b)))
}

function rankOf(devices: readonly Device[], key: Exclude<SortKey, 'device'>): (device: Device) => number {
  if (key === 'updated') return (device) => device.statusTimeS ?? 0
  const textOf = texts[key]
  const ranks = ranksOf(key, devices.map(textOf))
  return (device) => ranks.get(textOf(device)) as number
}

const texts = {
  driver: (device: Device) => device.driverName,
  memo: (device: Device) => device.memo,
  plate: (device: Device) => device.plate,
} as const

/**
 * The place of each text among all of them; equal ones share it. A list is sorted anew with each position that comes, its
 * texts hardly ever change, and to compare them is what costs: the places are cached until a text comes that has none.
 */
function ranksOf(key: keyof typeof texts, all: readonly string[]): ReadonlyMap<string, number> {
  const kept = keptRanks.get(key)
  if (kept && all.every((text) => kept.has(text))) return kept
  const ranks = new Map<string, number>()
  let before: string | undefined
  let rank = 0
  for (const text of [...new Set(all)].sort(natural.compare)) {
    if (before !== undefined && natural.compare(before, text) !== 0) rank += 1
    ranks.set(text, rank)
    before = text
  }
  keptRanks.set(key, ranks)
  return ranks
}

const keptRanks = new Map<keyof typeof texts, ReadonlyMap<string, number>>()
