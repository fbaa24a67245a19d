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
    const fresh = new Map<string, Entry>()
    for (const read of rows) fresh.set(read.row.deviceId, this.#entry(read))
    if (!full) {
      for (const [id, entry] of this.#entries)
        if (entry.device.registered && !fresh.has(id)) fresh.set(id, offline(entry))
    }
    this.#entries = fresh
    this.#list()
  }

  /** Takes over rows that came by themselves; the others stay. A new device that went offline is no longer listed. */
  update(rows: readonly ReadRow[]): void {
    const devices = new Map(this.#devices)
    for (const read of rows) {
      const { deviceId, registered, online } = read.row
      if (registered || online) {
        const entry = this.#entry(read)
        this.#entries.set(deviceId, entry)
        devices.set(deviceId, entry.device)
      } else {
        this.#entries.delete(deviceId)
        devices.delete(deviceId)
      }
    }
    // A device that was not listed stands at the end as yet.
    if (devices.size > this.#devices.size) this.#list()
    else this.#devices = devices
  }

  /** Takes over extra information, which may come before or after the rows. */
  extend(extras: ReadonlyMap<string, ExtraInfo>): void {
    for (const [id, extra] of extras) {
      this.#extras.set(id, extra)
      const entry = this.#entries.get(id)
      if (entry) this.#entries.set(id, { ...entry, extra, device: buildDevice(entry.read.row, extra) })
    }
    this.#list()
  }

  /** The order is found anew only when other devices are listed than before. */
  #list(): void {
    const listed = this.#devices
    const same = listed.size === this.#entries.size && [...listed.keys()].every((id) => this.#entries.has(id))
    const fresh = new Map<string, Device>()
    for (const id of same ? listed.keys() : inNaturalOrder(this.#entries.keys())) {
      fresh.set(id, (this.#entries.get(id) as Entry).device)
    }
    this.#devices = fresh
  }

  #entry(read: ReadRow): Entry {
    const extra = this.#extras.get(read.row.deviceId)
    const old = this.#entries.get(read.row.deviceId)
    if (!old || old.extra !== extra) return { read, extra, device: buildDevice(read.row, extra) }
    if (old.read.text === read.text) return old
    const sameChannels = old.read.row.chmask === read.row.chmask
    return { read, extra, device: buildDevice(read.row, extra, sameChannels ? old.device.channels : undefined) }
  }
}

function offline(entry: Entry): Entry {
  if (!entry.device.online) return entry
  const row = { ...entry.read.row, online: false }
  return { ...entry, read: { text: '', row }, device: buildDevice(row, entry.extra) }
}
