// Belongs here: which devices are connected to which node, so that a node that missed messages learns it again. Does not: messages.
import type { DeviceReport } from './device-state.schema.ts'
import type { BatchedChange } from './device-state-codecs.ts'

interface OwnDevice {
  readonly registered: boolean
  readonly report: DeviceReport | null
  readonly recording: boolean | null
}

/** What this node last published of each device that is connected to it. */
export class OwnDevices {
  readonly #devices = new Map<string, OwnDevice>()
  #hadAny = false

  /** False for a node that never held a device: nobody waits for its list. */
  get hadAny(): boolean {
    return this.#hadAny
  }

  ids(): string[] {
    return [...this.#devices.keys()]
  }

  take({ deviceId, kind, change }: BatchedChange): void {
    if (kind === 'connection') {
      if (change.online) {
        this.#hadAny = true
        this.#devices.set(deviceId, { registered: change.registered, report: null, recording: null })
      } else this.#devices.delete(deviceId)
      return
    }
    const present = this.#devices.get(deviceId)
    if (present === undefined) return
    if (kind === 'report') this.#devices.set(deviceId, { ...present, report: { ...present.report, ...change } })
    else this.#devices.set(deviceId, { ...present, recording: change.recording })
  }

  /** Everything again, marked as no news of a connection. */
  *again(): Generator<BatchedChange> {
    for (const [deviceId, { registered, report, recording }] of this.#devices) {
      yield { deviceId, kind: 'connection', change: { registered, online: true, again: true } }
      if (report !== null) yield { deviceId, kind: 'report', change: report }
      if (recording !== null) yield { deviceId, kind: 'recording', change: { recording } }
    }
  }
}

/** Which node holds each device that is connected, as this node received it. */
export class HeldDevices {
  readonly #holders = new Map<string, { readonly publisher: string; readonly registered: boolean }>()

  /** False where a node reports the end of a connection and another one holds the device by now. */
  take(publisher: string, { deviceId, kind, change }: BatchedChange): boolean {
    if (kind !== 'connection') return true
    if (change.online) {
      this.#holders.set(deviceId, { publisher, registered: change.registered })
      return true
    }
    const holder = this.#holders.get(deviceId)
    if (holder !== undefined && holder.publisher !== publisher) return false
    this.#holders.delete(deviceId)
    return true
  }

  /** The node holds these devices and no others: ends of connections that were missed. */
  takeList(publisher: string, deviceIds: readonly string[]): BatchedChange[] {
    const held = new Set(deviceIds)
    const ended: BatchedChange[] = []
    for (const [deviceId, holder] of this.#holders) {
      if (holder.publisher !== publisher || held.has(deviceId)) continue
      this.#holders.delete(deviceId)
      const { registered } = holder
      ended.push({ deviceId, kind: 'connection', change: { registered, online: false } })
    }
    return ended
  }
}
