// Belongs here: what devices report about themselves is kept, asked for once, and fills what no user has typed into their records.
// Does not: messages on the wire (ingest/gateway), who may see it (features/device-info, features/drivers).
import type { Clock } from '../../platform/clock/index.ts'
import { type Changes, type Database, WriteBatches } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { CommandResult, DeviceCommands } from '../../ports/commands/index.ts'
import type { DeviceState, IdentityReport } from '../../ports/device-state/index.ts'
import type { RegisteredDevice, Registry, Settings } from '../directory/index.ts'
import type { Fleet } from '../live-state/index.ts'
import { createIdentityStore, type IdentityStore } from './device-identity.store.ts'
import type { DeviceIdentities, DeviceIdentity } from './device-identity.types.ts'
import { identityAfter, unknownIdentity } from './reported-identity.ts'

/** How often it is looked who came online; a device has introduced itself by then. */
const ASK_EVERY_MS = 5_000
/** Devices asked at once: ten thousand that come back together are asked within half an hour. */
const ASKED_AT_ONCE = 32
/** A device that reported within this time is not queried again. */
const FRESH_S = 86_400
/** A device may change what it says of itself once in this time, by each kind of message; what comes between is left out. */
const QUIET_MS = 5_000

/** Devices of one transaction. */
const BATCH_DEVICES = 500

interface Change {
  readonly device: RegisteredDevice
  /** As it was on disk. */
  readonly before: DeviceIdentity
  readonly reported: DeviceIdentity
}

export interface DeviceIdentityDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly registry: Registry
  readonly fleet: Fleet
  readonly commands: Pick<DeviceCommands, 'send'>
  readonly deviceState: Pick<DeviceState, 'subscribe'>
}

export async function createDeviceIdentities(deps: DeviceIdentityDeps): Promise<DeviceIdentities> {
  const store = createIdentityStore(deps.database)
  const retained = new StoredIdentities(deps, store, await store.all())
  retained.start()
  return retained
}

class StoredIdentities implements DeviceIdentities {
  readonly #deps: DeviceIdentityDeps
  readonly #table: IdentityStore
  /** Every device that has ever reported; limited to those that were registered. */
  readonly #known: Map<number, DeviceIdentity>
  /** By device and message, monotonic, oldest first; entries older than `QUIET_MS` are removed. */
  readonly #changedMs = new Map<string, number>()
  /** Ids of those that are online and not asked yet. */
  readonly #unasked = new Set<string>()
  readonly #asking = new Set<Promise<unknown>>()
  readonly #writes = new WriteBatches<Change>({
    size: BATCH_DEVICES,
    write: (changes) => this.#write(changes),
    merge: (earlier, later) => ({ ...later, before: earlier.before }),
  })
  #ends: (() => void)[] = []

  constructor(deps: DeviceIdentityDeps, store: IdentityStore, known: Map<number, DeviceIdentity>) {
    this.#deps = deps
    this.#table = store
    this.#known = known
  }

  start(): void {
    const { clock, fleet, registry } = this.#deps
    const online = fleet.onOnlineChange((deviceId, isOnline) => {
      if (isOnline) this.#unasked.add(deviceId)
      else this.#unasked.delete(deviceId)
    })
    const changes = registry.onChange(({ kind, device }) => {
      if (kind === 'added' && fleet.get(device.deviceId)?.online) this.#unasked.add(device.deviceId)
    })
    const timer = clock.every(ASK_EVERY_MS, () => {
      this.#askSome()
      this.#forgetQuiet()
    })
    const reports = this.#deps.deviceState.subscribe({ kind: 'identity' }, (deviceId, report) =>
      this.#report(deviceId, report),
    )
    this.#ends = [() => reports.close(), () => online.close(), () => changes.close(), () => timer.cancel()]
  }

  of(deviceKey: number): DeviceIdentity | undefined {
    return this.#known.get(deviceKey)
  }

  refresh({ key, deviceId }: Pick<RegisteredDevice, 'key' | 'deviceId'>): Promise<CommandResult> {
    this.#changedMs.delete(`${key}/attributes`)
    return this.#deps.commands.send(deviceId, { name: 'readAttributes' })
  }

  /** `null` when it says nothing new, else it ends when that is on disk. */
  #report(deviceId: string, report: IdentityReport): Promise<void> | null {
    const { clock, registry } = this.#deps
    const device = registry.byId(deviceId)
    if (device === undefined) return null
    const before = this.#known.get(device.key) ?? unknownIdentity
    const received = identityAfter(report, before, Math.floor(clock.nowMs() / 1000))
    const isFilled = Object.keys(filled(device, before, received)).length === 0
    if (isFilled && isSame(before, received)) return null
    if (this.#isQuiet(`${device.key}/${report.source}`)) return null
    this.#known.set(device.key, received)
    return this.#writes.put(device.key, { device, before, reported: received })
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0)) end()
    await Promise.all(this.#asking)
    await this.#writes.idle()
  }

  #isQuiet(name: string): boolean {
    const nowMs = this.#deps.clock.monotonicMs()
    const changedMs = this.#changedMs.get(name)
    if (changedMs !== undefined && nowMs - changedMs < QUIET_MS) return true
    this.#changedMs.delete(name)
    this.#changedMs.set(name, nowMs)
    return false
  }

  #forgetQuiet(): void {
    const nowMs = this.#deps.clock.monotonicMs()
    for (const [name, changedMs] of this.#changedMs) {
      if (nowMs - changedMs < QUIET_MS) return
      this.#changedMs.delete(name)
    }
  }

  async #write(byKey: Changes<Change>): Promise<void> {
    const changes = [...byKey.values()]
    try {
      await this.#table.save(changes.map(({ device, reported }) => [device.key, reported]))
      await this.#fillRecords(changes)
    } catch (error) {
      // The devices were not answered: they report it again, and then it is new.
      for (const { device, before } of changes) this.#known.set(device.key, before)
      this.#changedMs.clear()
      const deviceIds = changes.slice(0, 10).map(({ device }) => device.deviceId)
      this.#deps.log.error({ err: error, devices: changes.length, deviceIds }, 'device identities could not be stored')
      throw error
    }
  }

  async #fillRecords(changes: readonly Change[]): Promise<void> {
    const { registry } = this.#deps
    const byId = new Map(changes.map((change) => [change.device.deviceId, change]))
    const fill = (record: RegisteredDevice): Partial<Settings> => {
      const change = byId.get(record.deviceId)
      return change === undefined ? {} : filled(record, change.before, change.reported)
    }
    const incomplete = [...byId.keys()].filter((deviceId) => {
      const record = registry.byId(deviceId)
      return record !== undefined && Object.keys(fill(record)).length > 0
    })
    if (incomplete.length === 0 || (await registry.editAll(incomplete, fill)) === 'edited') return
    // One of them was removed meanwhile, which refuses all: the others one by one.
    for (const deviceId of incomplete) await registry.edit(deviceId, fill)
  }

  #askSome(): void {
    for (const deviceId of this.#unasked) {
      if (this.#asking.size >= ASKED_AT_ONCE) return
      this.#unasked.delete(deviceId)
      const device = this.#deps.registry.byId(deviceId)
      if (device === undefined || this.#isFresh(device)) continue
      // The answer comes in as a message; one that gives none is asked again when it comes back.
      const asked: Promise<unknown> = this.#deps.commands
        .send(deviceId, { name: 'readAttributes' })
        .catch((error: unknown) =>
          this.#deps.log.warn({ err: error, deviceId }, 'a device could not be asked what it is'),
        )
        .finally(() => this.#asking.delete(asked))
      this.#asking.add(asked)
    }
  }

  #isFresh({ key }: RegisteredDevice): boolean {
    const { attributesS = 0 } = this.#known.get(key) ?? {}
    return this.#deps.clock.nowMs() / 1000 - attributesS < FRESH_S
  }
}

/** Fields of the record that are empty or still as the device reported them, so no user has typed them. */
function filled(record: RegisteredDevice, before: DeviceIdentity, received: DeviceIdentity): Partial<Settings> {
  const values = [
    ['plate', record.plate, before.plate, received.plate],
    ['driver', record.driver, before.driver, received.driver],
    ['driverLicence', record.driverLicence, before.licence, received.licence],
  ] as const
  return Object.fromEntries(
    values
      .filter(([, retained, last, now]) => now !== '' && now !== retained && (retained === '' || retained === last))
      .map(([name, , , now]) => [name, now]),
  )
}

/** Except the time of the report, if that was recent. */
function isSame(before: DeviceIdentity, received: DeviceIdentity): boolean {
  const names = Object.keys(received) as (keyof DeviceIdentity)[]
  return names.every((name) =>
    name === 'attributesS' ? received.attributesS - before.attributesS < FRESH_S : received[name] === before[name],
  )
}
