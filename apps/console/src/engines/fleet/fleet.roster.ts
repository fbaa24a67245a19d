import type { ExtraInfo } from '@fleetglass/contract/devices'
import type { Device } from './device.ts'
import { buildDevice } from './device-build.ts'
import type { ReadRow } from './device-wire.ts'
import { inNaturalOrder } from './natural-order.ts'

interface Entry {
  readonly read: ReadRow
  readonly extra: ExtraInfo | undefined
  readonly device: Device
}

/**
 * What the rows of one list become. A list works on a copy that its `fin` swaps in (SYNC-18); a row that reads the same
 * as before keeps its device object, so that nothing that shows it is drawn again.
 */
export class Roster {
  #entries = new Map<string, Entry>()
  #devices: ReadonlyMap<string, Device> = new Map()
  #extras = new Map<string, ExtraInfo>()

  /** The devices by id, as of now, in the natural order of their ids: another map after each change. */
  devices(): ReadonlyMap<string, Device> {
    return this.#devices
  }

  /** The row that is known of a device: one that comes with the same text need not be read again. */
  readonly known = (deviceId: string): ReadRow | undefined => this.#entries.get(deviceId)?.read

  /** The devices after a list: `full` holds every device, an incremental one leaves out what is offline (SYNC-10, 19). */
  commit(rows: readonly ReadRow[], full: boolean): void {
    const listed = new Set<string>()
    const changed = new Map<string, Entry | null>()
    for (const read of rows) {
      const id = read.row.deviceId
      listed.add(id)
      const entry = this.#entry(read)
      if (entry !== this.#entries.get(id)) changed.set(id, entry)
    }
    this.#entries.forEach((entry, id) => {
      if (listed.has(id)) return
      const left = !full && entry.device.registered ? offline(entry) : null
      if (left !== entry) changed.set(id, left)
    })
    this.#apply(changed)
  }

  /** Takes over rows that came by themselves; the others stay. A new device that went offline is no longer listed. */
  update(rows: readonly ReadRow[]): void {
    const changed = new Map<string, Entry | null>()
    for (const read of rows) {
      const { deviceId, registered, online } = read.row
      changed.set(deviceId, registered || online ? this.#entry(read) : null)
    }
    this.#apply(changed)
  }

  /** Takes over extra information, which may come before or after the rows. */
  extend(extras: ReadonlyMap<string, ExtraInfo>): void {
    const changed = new Map<string, Entry | null>()
    for (const [id, extra] of extras) {
      this.#extras.set(id, extra)
      const entry = this.#entries.get(id)
      if (entry) changed.set(id, { ...entry, extra, device: buildDevice(entry.read.row, extra) })
    }
    this.#apply(changed)
  }

  /** Swaps in what changed (null: is gone). The order is found anew only when a device came. */
  #apply(changed: ReadonlyMap<string, Entry | null>): void {
    const devices = new Map<string, Device>()
    // Not by the constructor, which makes a pair for each of ten thousand.
    this.#devices.forEach((device, id) => {
      devices.set(id, device)
    })
    let hasNew = false
    for (const [id, entry] of changed) {
      if (entry) {
        hasNew ||= !devices.has(id)
        this.#entries.set(id, entry)
        devices.set(id, entry.device)
      } else {
        this.#entries.delete(id)
        devices.delete(id)
      }
    }
    this.#devices = hasNew ? ordered(devices) : devices
  }

  #entry(read: ReadRow): Entry {
    const extra = this.#extras.get(read.row.deviceId)
    const old = this.#entries.get(read.row.deviceId)
    if (!old || old.extra !== extra) return { read, extra, device: buildDevice(read.row, extra) }
    if (old.read.text === read.text) return old
    const sameChannels = isSameList(old.read.row.enabledChannels, read.row.enabledChannels)
    return { read, extra, device: buildDevice(read.row, extra, sameChannels ? old.device.channels : undefined) }
  }
}

function ordered(devices: ReadonlyMap<string, Device>): ReadonlyMap<string, Device> {
  return new Map(inNaturalOrder(devices.keys()).map((id) => [id, devices.get(id) as Device]))
}

function offline(entry: Entry): Entry {
  if (!entry.device.online) return entry
  const row = { ...entry.read.row, online: false }
  return { ...entry, read: { text: '', row }, device: buildDevice(row, entry.extra) }
}

function isSameList(a: readonly boolean[], b: readonly boolean[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
