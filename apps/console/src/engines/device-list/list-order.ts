import { type Device, type DeviceFilter, filterDevices } from '../fleet/index.ts'

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export interface ListWanted {
  readonly devices: ReadonlyMap<string, Device>
  readonly filter: DeviceFilter
  /** What names an entry; another function is another order. */
  readonly nameOf: (device: Device) => string
}

interface Sorted {
  readonly nameOf: ListWanted['nameOf']
  readonly ids: readonly string[]
  readonly names: ReadonlyMap<string, string>
}

/**
 * The devices a filter leaves, in the order of what names their entries, naturally and without case. To sort ten thousand
 * names takes longer than a frame, and they hardly ever change: so the order of all is kept until one does.
 */
export function createListOrder(): (wanted: ListWanted) => Device[] {
  let sorted: Sorted | null = null
  let last: { readonly wanted: ListWanted; readonly list: Device[] } | null = null
  return (wanted) => {
    if (last !== null && isSame(last.wanted, wanted)) return last.list
    if (sorted === null || !holds(sorted, wanted)) sorted = sort(wanted)
    last = { wanted, list: filterDevices(inOrder(wanted.devices, sorted.ids), wanted.filter) }
    return last.list
  }
}

function isSame(a: ListWanted, b: ListWanted): boolean {
  return a.devices === b.devices && a.filter === b.filter && a.nameOf === b.nameOf
}

function* inOrder(devices: ReadonlyMap<string, Device>, ids: readonly string[]): Iterable<Device> {
  for (const id of ids) {
    const device = devices.get(id)
    if (device) yield device
  }
}

function holds({ nameOf, names }: Sorted, wanted: ListWanted): boolean {
  if (nameOf !== wanted.nameOf || names.size !== wanted.devices.size) return false
  for (const [id, device] of wanted.devices) if (names.get(id) !== nameOf(device)) return false
  return true
}

function sort({ devices, nameOf }: ListWanted): Sorted {
  const names = new Map<string, string>()
  for (const [id, device] of devices) names.set(id, nameOf(device))
  const entries = [...names].sort(([a, named], [b, other]) => natural.compare(named, other) || natural.compare(a, b))
  return { nameOf, names, ids: entries.map(([id]) => id) }
}
