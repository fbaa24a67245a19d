import type { DeviceRow, ExtraInfo } from '@fleetglass/contract/devices'
import type { Device } from './device.ts'
import { buildDevice } from './device-build.ts'
import type { ReadRow } from './device-wire.ts'

interface Entry {
  readonly rowText: string
  readonly row: DeviceRow
  readonly extra: ExtraInfo | undefined
  readonly device: Device
}

/**
 * What the rows of one list become. A list works on a copy that its `fin` swaps in (SYNC-18); a row that reads the same
 * as before keeps its device object, so that nothing that shows it is drawn again.
 */
export class Roster {
  #entries = new Map<string, Entry>()
  #extras = new Map<string, ExtraInfo>()

  /** The devices by id, as of now. */
  devices(): ReadonlyMap<string, Device> {
    return new Map([...this.#entries].map(([id, { device }]) => [id, device]))
  }

  /** The devices after a list: `full` holds every device, an incremental one leaves out what is offline (SYNC-10, 19). */
  commit(rows: readonly ReadRow[], full: boolean): void {
    const fresh = new Map<string, Entry>()
    if (!full) for (const [id, entry] of this.#entries) if (entry.device.registered) fresh.set(id, entry)
    const seen = new Set<string>()
    for (const { text, row } of rows) {
      seen.add(row.deviceId)
      fresh.set(row.deviceId, this.#entry(text, row))
    }
    for (const [id, entry] of fresh) if (!seen.has(id)) fresh.set(id, offline(entry))
    this.#entries = fresh
  }

  /** Takes over rows that came by themselves; the others stay. A new device that went offline is no longer listed. */
  update(rows: readonly ReadRow[]): void {
    for (const { text, row } of rows) {
      if (row.registered || row.online) this.#entries.set(row.deviceId, this.#entry(text, row))
      else this.#entries.delete(row.deviceId)
    }
  }

  /** Takes over extra information, which may come before or after the rows. */
  extend(extras: ReadonlyMap<string, ExtraInfo>): void {
    for (const [id, extra] of extras) {
      this.#extras.set(id, extra)
      const entry = this.#entries.get(id)
      if (entry) this.#entries.set(id, { ...entry, extra, device: buildDevice(entry.row, extra) })
    }
  }

  #entry(text: string, row: DeviceRow): Entry {
    const extra = this.#extras.get(row.deviceId)
    const old = this.#entries.get(row.deviceId)
    if (old && old.rowText === text && old.extra === extra) return old
    return { rowText: text, row, extra, device: buildDevice(row, extra) }
  }
}

function offline(entry: Entry): Entry {
  if (!entry.device.online) return entry
  const row = { ...entry.row, online: false }
  return { ...entry, rowText: '', row, device: buildDevice(row, entry.extra) }
}
