// Belongs here: what devices tell of themselves is kept, asked for once, and fills what nobody has typed into their records.
// Does not: messages on the wire (engines/gateway), who may see it (features/device-info, features/drivers).
import type { Message } from '@fleetglass/jt808'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceSignals } from '../event-engine/index.ts'
import type { Fleet } from '../fleet/index.ts'
import type { DeviceCommands } from '../gateway/index.ts'
import type { RegisteredDevice, Registry, Settings } from '../registry/index.ts'
import { onOnlineChange } from '../streams/index.ts'
import { createIdentityStore, type IdentityStore } from './device-identity.store.ts'
import type { DeviceIdentities, DeviceIdentity } from './device-identity.types.ts'
import { toldBy, unknownIdentity } from './told-identity.ts'

/** How often it is looked who came online; a device has introduced itself by then. */
const ASK_EVERY_MS = 5_000
/** Devices asked at once: ten thousand that come back together are asked within half an hour. */
const ASKED_AT_ONCE = 32
/** What a device told lately it is not asked again. */
const FRESH_S = 86_400
/** A device may change what it says of itself once in this time, by each kind of message; what comes between is left out. */
const QUIET_MS = 5_000

export interface DeviceIdentityDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly registry: Registry
  readonly fleet: Fleet
  readonly commands: Pick<DeviceCommands, 'send'>
}

export async function createDeviceIdentities(deps: DeviceIdentityDeps): Promise<DeviceIdentities> {
  const store = createIdentityStore(deps.database)
  const kept = new KeptIdentities(deps, store, await store.all())
  kept.start()
  return kept
}

class KeptIdentities implements DeviceIdentities {
  readonly #deps: DeviceIdentityDeps
  readonly #store: IdentityStore
  /** Of every device that ever told; bounded by those that were registered. */
  readonly #known: Map<number, DeviceIdentity>
  /** By device and message, monotonic. */
  readonly #changedMs = new Map<string, number>()
  /** Ids of those that are online and not asked yet. */
  readonly #unasked = new Set<string>()
  readonly #asking = new Set<Promise<unknown>>()
  #lastWrite: Promise<void> = Promise.resolve()
  #ends: (() => void)[] = []

  constructor(deps: DeviceIdentityDeps, store: IdentityStore, known: Map<number, DeviceIdentity>) {
    this.#deps = deps
    this.#store = store
    this.#known = known
  }

  start(): void {
    const { clock, fleet, registry } = this.#deps
    const online = onOnlineChange(fleet, (deviceId, isOnline) => {
      if (isOnline) this.#unasked.add(deviceId)
      else this.#unasked.delete(deviceId)
    })
    const changes = registry.onChange(({ kind, device }) => {
      if (kind === 'added' && fleet.get(device.deviceId)?.online) this.#unasked.add(device.deviceId)
    })
    const timer = clock.every(ASK_EVERY_MS, () => this.#askSome())
    this.#ends = [() => online.close(), () => changes.close(), () => timer.cancel()]
  }

  of(deviceKey: number): DeviceIdentity | undefined {
    return this.#known.get(deviceKey)
  }

  message(device: RegisteredDevice, message: Message): Promise<void> | null {
    const { clock } = this.#deps
    const before = this.#known.get(device.key) ?? unknownIdentity
    const told = toldBy(message, before, Math.floor(clock.nowMs() / 1000))
    const isFilled = Object.keys(filled(device, before, told)).length === 0
    if (isFilled && isSame(before, told)) return null
    if (this.#isQuiet(`${device.key}/${message.name}`)) return null
    this.#known.set(device.key, told)
    return this.#keep(device, before, told)
  }

  hearing(signals: DeviceSignals): DeviceSignals {
    return {
      position: (device, position, seen) => signals.position(device, position, seen),
      message: (device, message) => both(signals.message(device, message), this.message(device, message)),
      seenAt: (device, address) => signals.seenAt(device, address),
      restarts: (device) => signals.restarts(device),
    }
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0)) end()
    await Promise.all(this.#asking)
    await this.#lastWrite
  }

  #isQuiet(name: string): boolean {
    const nowMs = this.#deps.clock.monotonicMs()
    const changedMs = this.#changedMs.get(name)
    if (changedMs !== undefined && nowMs - changedMs < QUIET_MS) return true
    this.#changedMs.set(name, nowMs)
    return false
  }

  /** One after the other, so that what is on disk is what was told last. */
  #keep(device: RegisteredDevice, before: DeviceIdentity, told: DeviceIdentity): Promise<void> {
    const { registry, log } = this.#deps
    const written = this.#lastWrite.then(async () => {
      await this.#store.save(device.key, told)
      await registry.edit(device.deviceId, (current) => filled(current, before, told))
    })
    this.#lastWrite = written.catch((error: unknown) => {
      // The device was not answered: it says it again, and then it is new.
      this.#known.set(device.key, before)
      this.#changedMs.clear()
      log.error({ err: error, deviceId: device.deviceId }, 'what a device told of itself could not be stored')
    })
    return written
  }

  #askSome(): void {
    for (const deviceId of this.#unasked) {
      if (this.#asking.size >= ASKED_AT_ONCE) return
      this.#unasked.delete(deviceId)
      const device = this.#deps.registry.byId(deviceId)
      if (device === undefined || this.#isFresh(device)) continue
      // The answer comes in as a message; one that gives none is asked again when it comes back.
      const asked: Promise<unknown> = this.#deps.commands
        .send(deviceId, { name: 'attributesRequest', body: {} })
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

/** What of the record is empty, or still what the device told before: nothing that somebody has typed. */
function filled(record: RegisteredDevice, before: DeviceIdentity, told: DeviceIdentity): Partial<Settings> {
  const values = [
    ['plate', record.plate, before.plate, told.plate],
    ['driver', record.driver, before.driver, told.driver],
    ['driverlicense', record.driverlicense, before.licence, told.licence],
  ] as const
  return Object.fromEntries(
    values
      .filter(([, kept, last, now]) => now !== '' && now !== kept && (kept === '' || kept === last))
      .map(([name, , , now]) => [name, now]),
  )
}

/** But for when it was told, if that was lately. */
function isSame(before: DeviceIdentity, told: DeviceIdentity): boolean {
  const names = Object.keys(told) as (keyof DeviceIdentity)[]
  return names.every((name) =>
    name === 'attributesS' ? told.attributesS - before.attributesS < FRESH_S : told[name] === before[name],
  )
}

function both(one: Promise<void> | null, other: Promise<void> | null): Promise<void> | null {
  if (one === null || other === null) return one ?? other
  return Promise.all([one, other]).then(() => undefined)
}
