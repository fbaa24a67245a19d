import { type Device, type DeviceFilter, filterDevices } from '../../engines/fleet/index.ts'
import { type CaptionKind, captionOf } from './fleet-map.rules.ts'

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

interface Sorted {
  readonly kind: CaptionKind
  readonly plateAsLabel: boolean
  readonly ids: readonly string[]
  readonly captions: ReadonlyMap<string, string>
}

export interface ListWanted {
  readonly devices: ReadonlyMap<string, Device>
  readonly filter: DeviceFilter
  readonly kind: CaptionKind
  readonly plateAsLabel: boolean
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
  return a.devices === b.devices && a.filter === b.filter && a.kind === b.kind && a.plateAsLabel === b.plateAsLabel
}

function* inOrder(devices: ReadonlyMap<string, Device>, ids: readonly string[]): Iterable<Device> {
  for (const id of ids) {
    const device = devices.get(id)
    if (device) yield device
  }
}

function holds({ kind, plateAsLabel, captions }: Sorted, wanted: ListWanted): boolean {
  if (kind !== wanted.kind || plateAsLabel !== wanted.plateAsLabel || captions.size !== wanted.devices.size)
    return false
  for (const [id, device] of wanted.devices)
    if (captions.get(id) !== captionOf(device, kind, plateAsLabel)) return false
  return true
}

function sort({ devices, kind, plateAsLabel }: ListWanted): Sorted {
  const captions = new Map<string, string>()
  for (const [id, device] of devices) captions.set(id, captionOf(device, kind, plateAsLabel))
  const entries = [...captions].sort(([a, named], [b, other]) => natural.compare(named, other) || natural.compare(a, b))
  return { kind, plateAsLabel, captions, ids: entries.map(([id]) => id) }
}
