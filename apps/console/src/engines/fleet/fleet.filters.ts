import { DRIVING_KMH, OVERSPEED_KMH } from '@fleetglass/geo'
import type { Device } from './device.ts'

/** The filter modes of the footer, in its order. */
export const filterModes = [
  'all',
  'online',
  'offline',
  'driving',
  'idle',
  'overSpeed',
  'recording',
  'unrecording',
] as const

export type FilterMode = (typeof filterModes)[number]

export interface DeviceFilter {
  readonly mode: FilterMode
  readonly text: string
  /** Only the devices of the chosen group (RIGHT-066); null for all. */
  readonly group: FilterGroup | null
}

export interface FilterGroup {
  readonly groupId: string
  /** Their ids; none until they are known. */
  readonly devices: ReadonlySet<string>
}

/** SYNC-28: above this an online device is driving; SYNC-30: from `OVERSPEED_KMH` on it is too fast. Both whatever unit is shown. */
export { DRIVING_KMH as drivingAboveKmh }

/** What a vehicle is doing, as the map and the lists show it: exactly one at a time. */
export type DrivingState = 'offline' | 'idle' | 'driving' | 'overSpeed'

export function drivingState(device: Device): DrivingState {
  if (!device.online) return 'offline'
  const speedKmh = device.position?.speedKmh ?? 0
  if (speedKmh >= OVERSPEED_KMH) return 'overSpeed'
  return speedKmh > DRIVING_KMH ? 'driving' : 'idle'
}

const matchers: Record<FilterMode, (device: Device) => boolean> = {
  all: () => true,
  online: (device) => device.online,
  offline: (device) => !device.online,
  driving: (device) => device.online && speedOf(device) > DRIVING_KMH,
  idle: (device) => device.online && !(speedOf(device) > DRIVING_KMH),
  overSpeed: (device) => device.online && speedOf(device) >= OVERSPEED_KMH,
  recording: (device) => device.recording,
  unrecording: (device) => !device.recording,
}

function speedOf(device: Device): number {
  return device.position?.speedKmh ?? 0
}

export function matchesMode(device: Device, mode: FilterMode): boolean {
  return matchers[mode](device)
}

/** SYNC-34 … 39: a part of id, driver, memo or plate; case and blanks around it do not count. */
export function matchesText(device: Device, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return wanted === '' || searchedOf(device).includes(wanted)
}

/** Made when first searched: each key typed into the filter tests ten thousand devices. */
const searched = new WeakMap<Device, string>()

/** All that is searched of a device; what is typed has no line end, and so never spans two of them. */
function searchedOf(device: Device): string {
  let text = searched.get(device)
  if (text === undefined) {
    text = [device.deviceId, device.driverName, device.memo, device.plate].join('\n').toLowerCase()
    searched.set(device, text)
  }
  return text
}

/** The registered devices a filter leaves, in the order given (SYNC-33, SYNC-39). */
export function filterDevices(devices: Iterable<Device>, { mode, text, group }: DeviceFilter): Device[] {
  const left: Device[] = []
  for (const device of devices) {
    if (!device.registered || (group !== null && !group.devices.has(device.deviceId))) continue
    if (matchesMode(device, mode) && matchesText(device, text)) left.push(device)
  }
  return left
}

interface Shown {
  readonly filter: DeviceFilter
  readonly list: readonly Device[]
}

/** What was found last among these devices. */
const shown = new WeakMap<ReadonlyMap<string, Device>, Shown>()

/** The devices that the filter of the console leaves, in the natural order of their ids: the same list for every caller. */
export function shownDevices({
  devices,
  filter,
}: {
  readonly devices: ReadonlyMap<string, Device>
  readonly filter: DeviceFilter
}): readonly Device[] {
  const known = shown.get(devices)
  if (known?.filter === filter) return known.list
  const list = filterDevices(devices.values(), filter)
  shown.set(devices, { filter, list })
  return list
}

export type FleetCounts = Readonly<Record<FilterMode, number>>

/** The numbers on the filter buttons: registered devices only, independent of the text filter (SYNC-25 … 27, 33, 39). */
export function countDevices(devices: Iterable<Device>): FleetCounts {
  const counts = { all: 0, online: 0, offline: 0, driving: 0, idle: 0, overSpeed: 0, recording: 0, unrecording: 0 }
  for (const device of devices) {
    if (!device.registered) continue
    const state = drivingState(device)
    counts.all += 1
    counts[device.online ? 'online' : 'offline'] += 1
    // Who is too fast is driving as well.
    if (state === 'overSpeed') counts.driving += 1
    if (state !== 'offline') counts[state] += 1
    counts[device.recording ? 'recording' : 'unrecording'] += 1
  }
  return counts
}

export const noCounts: FleetCounts = countDevices([])
