// Belongs here: which code a device was given, and whether a code shown is that one.
// Does not: messages and connections (signalling/), who is registered (engines/registry).
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry } from '../registry/index.ts'
import { createDeviceCodeStore, type DeviceCodeStore } from './device-codes.store.ts'
import type { DeviceCodes } from './gateway.types.ts'

/** 16 digits: plain ASCII that every device can keep, and one try a connection against 2^64. */
const CODE_BYTES = 8

export interface DeviceCodesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly registry: DeviceRegistry
}

/** Loads the codes that were given. A device that is removed from the registry loses its code. */
export async function createDeviceCodes({ clock, log, database, registry }: DeviceCodesDeps): Promise<DeviceCodes> {
  const store = createDeviceCodeStore(database)
  const codes = new StoredCodes(store, clock)
  await codes.load()
  registry.onChange(({ kind, device }) => {
    if (kind !== 'removed') return
    codes.forget(device.key).catch((error: unknown) => {
      log.error({ err: error, deviceId: device.deviceId }, 'the code of a removed device could not be deleted')
    })
  })
  return codes
}

/** One code per registered device: the bound is the registry's. */
class StoredCodes implements DeviceCodes {
  readonly #store: DeviceCodeStore
  readonly #clock: Clock
  readonly #byDevice = new Map<number, { readonly hash: Buffer; readonly used: boolean }>()

  constructor(store: DeviceCodeStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  async load(): Promise<void> {
    for (const { deviceKey, codeHash, used } of await this.#store.load()) {
      this.#byDevice.set(deviceKey, { hash: Buffer.from(codeHash, 'hex'), used })
    }
  }

  async give(deviceKey: number, replace: boolean): Promise<string | null> {
    if (this.isUsed(deviceKey) && !replace) return null
    const code = randomBytes(CODE_BYTES).toString('hex').toUpperCase()
    const hash = hashOf(code)
    this.#byDevice.set(deviceKey, { hash, used: false })
    await this.#store.give(deviceKey, hash.toString('hex'), this.#nowS())
    return code
  }

  isUsed(deviceKey: number): boolean {
    return this.#byDevice.get(deviceKey)?.used ?? false
  }

  async show(deviceKey: number, code: string): Promise<boolean> {
    const given = this.#byDevice.get(deviceKey)
    if (!given || !timingSafeEqual(given.hash, hashOf(code))) return false
    if (given.used) return true
    this.#byDevice.set(deviceKey, { hash: given.hash, used: true })
    await this.#store.used(deviceKey, this.#nowS())
    return true
  }

  async forget(deviceKey: number): Promise<void> {
    this.#byDevice.delete(deviceKey)
    await this.#store.forget(deviceKey)
  }

  #nowS(): number {
    return Math.floor(this.#clock.nowMs() / 1000)
  }
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
