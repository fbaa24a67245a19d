import { type Device, type DeviceFilter, filterDevices } from '../../engines/fleet/index.ts'

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export interface ListWanted {
  readonly devices: ReadonlyMap<string, Device>
  readonly filter: DeviceFilter
  /** What names an entry; another function is another order. */
  readonly nameOf: (device: Device) => string
}

/** One device in its place. `device` and `name` are as they were last seen. */
interface Place {
  readonly id: string
  device: Device
  readonly name: string
}

interface Sorted {
  readonly nameOf: ListWanted['nameOf']
  readonly places: readonly Place[]
}

/**
 * The devices a filter leaves, in the order of what names their entries, naturally and without case. To sort ten thousand
 * names takes longer than a frame, and they hardly ever change: so the order of all is cached until one does.
 */
export function createListOrder(): (wanted: ListWanted) => Device[] {
  let sorted: Sorted | null = null
  let last: { readonly wanted: ListWanted; readonly list: Device[] } | null = null
  return (wanted) => {
    if (last !== null && isSame(last.wanted, wanted)) return last.list
    if (sorted === null || !follows(sorted, wanted)) sorted = sort(wanted)
    last = { wanted, list: filterDevices(devicesOf(sorted), wanted.filter) }
    return last.list
  }
}

function isSame(a: ListWanted, b: ListWanted): boolean {
  return a.devices === b.devices && a.filter === b.filter && a.nameOf === b.nameOf
}

function devicesOf({ places }: Sorted): readonly Device[] {
  return places.map(({ device }) => device)
}

/** Takes over the devices as they are now; false when one came, went or has another name, so that the order is no longer theirs. */
function follows({ nameOf, places }: Sorted, wanted: ListWanted): boolean {
  if (nameOf !== wanted.nameOf || places.length !== wanted.devices.size) return false
  for (const place of places) {
    const device = wanted.devices.get(place.id)
    if (device === place.device) continue
    if (device === undefined || nameOf(device) !== place.name) return false
    place.device = device
  }
  return true
}

function sort({ devices, nameOf }: ListWanted): Sorted {
  const places = Array.from(devices, ([id, device]) => ({ id, device, name: nameOf(device) }))
  places.sort((a, b) => natural.compare(a.name, b.name) || natural.compare(a.id, b.id))
  return { nameOf, places }
}
