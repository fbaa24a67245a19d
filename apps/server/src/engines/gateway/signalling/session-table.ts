// Belongs here: which connection speaks for which terminal, and what the registry says about it.
// Does not: bytes, answers (device-connection.ts), live state (engines/fleet).
import { toHex } from '@fleetglass/bytes'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Fleet } from '../../fleet/index.ts'
import type { DeviceRegistry, RegisteredDevice, RegistryChange } from '../../registry/index.ts'
import { serveDevice } from './device-responder.ts'
import type { DeviceSession } from './device-session.ts'

export interface SessionTableDeps {
  readonly bus: Bus
  readonly fleet: Fleet
  readonly registry: DeviceRegistry
  readonly admission: 'list' | 'refuse'
}

/** The newest connection of a terminal is the one that counts. Bounded by the connections that are let in. */
export class SessionTable {
  readonly #deps: SessionTableDeps
  /** By the terminal's number without leading zeros, in the form of `numberKey`. */
  readonly #sessions = new Map<string, DeviceSession>()
  readonly #registrySubscription: { close(): void }

  constructor(deps: SessionTableDeps) {
    this.#deps = deps
    this.#registrySubscription = deps.registry.onChange((change) => this.#registryChanged(change))
  }

  get size(): number {
    return this.#sessions.size
  }

  /** The session whose number field, here or in a media packet of either width, holds these bytes. */
  byNumber(raw: Uint8Array): DeviceSession | undefined {
    return this.#sessions.get(numberKey(raw))
  }

  /** The registered device of a number, in its short form or with the zeros in front. */
  registered(raw: Uint8Array): RegisteredDevice | undefined {
    const full = toHex(raw)
    const { registry } = this.#deps
    return registry.byId(stripZeros(full)) ?? registry.byId(full) ?? registry.byId(full.padStart(12, '0').slice(-12))
  }

  /** Enters a session and closes the connection that spoke for the terminal before. */
  admit(session: DeviceSession): void {
    const key = numberKey(session.terminal.raw)
    const before = this.#sessions.get(key)
    this.#sessions.set(key, session)
    if (before) {
      withdraw(before)
      before.close('replaced')
    }
    this.#present(session)
  }

  /** A session ended; one that was replaced changes nothing any more. */
  release(session: DeviceSession): void {
    const key = numberKey(session.terminal.raw)
    if (this.#sessions.get(key) !== session) return
    this.#sessions.delete(key)
    withdraw(session)
    this.#deps.fleet.disconnected(session.deviceId)
  }

  close(): void {
    this.#registrySubscription.close()
  }

  /** Makes the session what the registry says, and reachable under its id. */
  #present(session: DeviceSession): void {
    session.device = this.registered(session.terminal.raw) ?? null
    session.deviceId = session.device?.deviceId ?? stripZeros(toHex(session.terminal.raw))
    withdraw(session)
    if (!session.device && this.#deps.admission === 'refuse') {
      session.close('not-admitted')
      return
    }
    session.subscriptions = serveDevice(this.#deps.bus, session)
    this.#deps.fleet.connected(session.deviceId, session.device !== null)
  }

  #registryChanged(change: RegistryChange): void {
    const session = this.#sessions.get(stripZeros(change.device.deviceId))
    if (!session) return
    if (change.kind === 'edited') {
      session.device = change.device
      return
    }
    const idBefore = session.deviceId
    this.#present(session)
    if (session.deviceId !== idBefore) this.#deps.fleet.disconnected(idBefore)
  }
}

function withdraw(session: DeviceSession): void {
  for (const subscription of session.subscriptions) subscription.close()
  session.subscriptions = []
}

/** Leading zeros are padding of the field, 6 or 10 bytes wide; also of numbers that are not digits. */
function numberKey(raw: Uint8Array): string {
  return stripZeros(toHex(raw))
}

function stripZeros(text: string): string {
  return text.replace(/^0+(?=.)/, '')
}
