// Belongs here: which connection speaks for which terminal, and what the registry says about it.
// Does not: bytes, answers (device-connection.ts), live state (services/live-state).
import { toHex } from '@fleetglass/bytes'
import type { LimitedLog } from '../../../platform/log/index.ts'
import { networkOf } from '../../../platform/remote-address/index.ts'
import type { CommandHost } from '../../../ports/commands/index.ts'
import type { DeviceHost } from '../../../ports/device-host.ts'
import type { DeviceLogWriter } from '../../../services/device-log/index.ts'
import type {
  DeviceCodes,
  DeviceRegistry,
  RegisteredDevice,
  RegistryChange,
} from '../../../services/directory/index.ts'
import type { DeviceReports } from '../../device-reports.types.ts'
import type { GatewayCounters } from '../gateway-counters.ts'
import type { Standing } from './connection.machine.ts'
import { serveDevice } from './device-responder.ts'
import type { DeviceSession } from './device-session.ts'
import type { Transport } from './transport.types.ts'

export interface SessionTableDeps {
  readonly commandHost: CommandHost
  readonly deviceHosts: readonly DeviceHost[]
  readonly registry: DeviceRegistry
  readonly reports: DeviceReports
  readonly deviceLog: DeviceLogWriter
  readonly admission: 'list' | 'refuse'
  readonly authentication: DeviceCodes
  /** Limited by address, because anyone who connects can cause its lines. */
  readonly addressLog: LimitedLog
  readonly counters: GatewayCounters
}

/** An authenticated line without a frame for this long has lost its device: some heartbeats. */
const SILENT_MS = 90_000

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

  /** The session of a registered device. */
  byId(deviceId: string): DeviceSession | undefined {
    const session = this.#sessions.get(stripZeros(deviceId))
    return session?.deviceId === deviceId ? session : undefined
  }

  all(): Iterable<DeviceSession> {
    return this.#sessions.values()
  }

  /** Whether no second device is connected from an address. */
  isAlone(address: string): boolean {
    let found = 0
    for (const { transport } of this.#sessions.values()) {
      if (transport.address === address) found += 1
      if (found > 1) return false
    }
    return true
  }

  /** The registered device of a number, in its short form or with the zeros in front. */
  registered(raw: Uint8Array): RegisteredDevice | undefined {
    const full = toHex(raw)
    const { registry } = this.#deps
    const short = stripZeros(full)
    // Only zeros are cut off: a longer number is another device's.
    return registry.byId(short) ?? registry.byId(full) ?? registry.byId(short.padStart(12, '0'))
  }

  /**
   * How well number and channel of a media packet fit a device: 0 where there is no such device, more for one that is
   * connected, from this address, with a number field of the same length, and was asked for this channel.
   */
  knows(raw: Uint8Array, channel: number, address: string): number {
    const session = this.byNumber(raw)
    if (!session) return this.registered(raw) ? 1 : 0
    const signs = [
      session.terminal.raw.length === raw.length,
      session.awaitedChannels.has(channel),
      session.transport.address === address,
    ]
    return 2 + signs.filter((isSo) => isSo).length
  }

  /**
   * What a connection is that names a terminal, by registering or authenticating (`introducing`) or by another message: a device
   * that has to show its code enters when it has shown it.
   */
  standing(raw: Uint8Array, transport: Transport, introducing: boolean): Standing {
    const device = this.registered(raw)
    if (device && this.#deps.authentication.requires(device.key)) return 'unproven'
    if (!this.#mayTake(raw, transport, false)) return 'rival'
    // An unregistered device is shown as new at once: it gets no commands.
    return device && introducing ? 'arriving' : 'trusted'
  }

  /** Whether a session may enter now, having authenticated or not. */
  mayEnter({ terminal, transport }: DeviceSession, introduced: boolean): boolean {
    return this.#mayTake(terminal.raw, transport, introduced)
  }

  /**
   * From elsewhere a line takes the place of an authenticated one only by authenticating too, or when that has been silent;
   * datagrams, whose sender anyone can invent, do so only when it has been silent.
   */
  #mayTake(raw: Uint8Array, transport: Transport, introduced: boolean): boolean {
    const before = this.#sessions.get(numberKey(raw))
    if (!before || before.transport === transport || !before.isIntroduced()) return true
    if (before.transport.address === transport.address || before.silentMs() > SILENT_MS) return true
    return introduced && (transport.kind === 'tcp' || before.transport.kind === 'udp')
  }

  /** Enters a session and closes the connection that spoke for the terminal before. */
  enter(session: DeviceSession): void {
    const key = numberKey(session.terminal.raw)
    const before = this.#sessions.get(key)
    this.#sessions.set(key, session)
    if (before && before !== session) {
      this.#noteTakeover(before, session)
      withdraw(before)
      before.close('replaced')
    }
    this.#present(session)
  }

  /** A device that comes back does this too; one that does it all the time shares its number with another. */
  #noteTakeover(before: DeviceSession, after: DeviceSession): void {
    const { deviceId, device } = before
    this.#deps.counters.add('takeovers', device ? 'registered' : 'not registered')
    const peers = { before: before.transport.peer, after: after.transport.peer }
    this.#deps.addressLog.info(
      networkOf(after.transport.address),
      { deviceId, ...peers },
      'a newer connection took the place of an open one',
    )
    if (device) this.#deps.deviceLog.write(deviceId, `connection from ${before.transport.peer} replaced by a newer one`)
  }

  /** A session ended, or may not speak any more; one that was replaced changes nothing any more. */
  release(session: DeviceSession): void {
    const key = numberKey(session.terminal.raw)
    if (this.#sessions.get(key) !== session) return
    this.#sessions.delete(key)
    withdraw(session)
    if (session.device) this.#deps.deviceLog.write(session.deviceId, `disconnected from ${session.transport.peer}`)
    session.device = null
    this.#deps.reports.disconnected(session.deviceId)
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
    const { commandHost, deviceHosts, reports } = this.#deps
    session.served = [
      serveDevice(commandHost, session, reports),
      ...deviceHosts.map((host) => host.serve(session.deviceId)),
    ]
    reports.connected(session.deviceId, session.device !== null, session.connectionReport().edition)
    if (!session.device) return
    this.#deps.reports.seenAt(session.device, session.transport.address)
    this.#deps.deviceLog.write(session.deviceId, `connected from ${session.transport.peer}`)
  }

  #registryChanged(change: RegistryChange): void {
    const session = this.#sessions.get(stripZeros(change.device.deviceId))
    if (!session) return
    if (change.kind === 'edited') {
      session.device = change.device
      return
    }
    if (change.kind === 'added' && this.#deps.authentication.mode === 'code') {
      // It was listed as new without a code: it comes again, and registers.
      session.close('not-authenticated')
      return
    }
    const idBefore = session.deviceId
    if (change.kind === 'removed') session.forget()
    this.#present(session)
    if (session.device) session.locate()
    if (session.deviceId !== idBefore) this.#deps.reports.disconnected(idBefore)
  }
}

function withdraw(session: DeviceSession): void {
  for (const served of session.served) served.close()
  session.served = []
}

/** Leading zeros are padding of the field, 6 or 10 bytes wide; also of numbers that are not digits. */
function numberKey(raw: Uint8Array): string {
  return stripZeros(toHex(raw))
}

function stripZeros(text: string): string {
  return text.replace(/^0+(?=.)/, '')
}
