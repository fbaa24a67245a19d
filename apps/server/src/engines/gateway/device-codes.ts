// Belongs here: which code a device was given, and whether a code shown is that one.
// Does not: messages and connections (signalling/), who is registered (engines/registry).
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry } from '../registry/index.ts'
import { createDeviceCodeStore, type DeviceCodeStore } from './device-codes.store.ts'
import type { AuthenticationMode, CodeRequest, DeviceCodes, ShownCode } from './gateway.types.ts'

/** Random bytes of a code, and bytes that say that it is ours: 16 digits, plain ASCII that every device can store. */
const RANDOM_BYTES = 3
const SEAL_BYTES = 5

export interface DeviceCodesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly registry: DeviceRegistry
  readonly mode: AuthenticationMode
}

/** Loads the codes that were given. A device that is removed from the registry loses its code. */
export async function createDeviceCodes({
  clock,
  log,
  database,
  registry,
  mode,
}: DeviceCodesDeps): Promise<DeviceCodes> {
  const store = createDeviceCodeStore(database)
  const codes = new StoredCodes(store, clock, mode, await store.secret(randomBytes(32).toString('hex')))
  await codes.load()
  registry.onChange(({ kind, device }) => {
    if (kind !== 'removed') return
    codes.reset(device.key).catch((error: unknown) => {
      log.error({ err: error, deviceId: device.deviceId }, 'the code of a removed device could not be deleted')
    })
  })
  return codes
}

interface GivenCode {
  readonly hash: Buffer
  readonly used: boolean
  /** Where it was shown last; empty before. */
  readonly address: string
}

/** One code per registered device: the bound is the registry's. */
class StoredCodes implements DeviceCodes {
  readonly #store: DeviceCodeStore
  readonly #clock: Clock
  readonly #byDevice = new Map<number, GivenCode>()

  readonly mode: AuthenticationMode

  readonly #secret: string

  constructor(store: DeviceCodeStore, clock: Clock, mode: AuthenticationMode, secret: string) {
    this.#secret = secret
    this.mode = mode
    this.#store = store
    this.#clock = clock
  }

  async load(): Promise<void> {
    for (const { deviceKey, codeHash, used, address } of await this.#store.load()) {
      this.#byDevice.set(deviceKey, { hash: Buffer.from(codeHash, 'hex'), used, address })
    }
  }

  make(terminalId: string): string {
    const random = randomBytes(RANDOM_BYTES)
    return Buffer.concat([random, this.#seal(terminalId, random)])
      .toString('hex')
      .toUpperCase()
  }

  async give(deviceKey: number, code: string, by: CodeRequest): Promise<boolean> {
    if (this.isUsed(deviceKey) && !by.isProven && !this.#mayReplace(deviceKey, by.address)) return false
    const hash = hashOf(code)
    // Where it was shown stays: a device whose answer was lost asks again.
    const address = this.#byDevice.get(deviceKey)?.address ?? ''
    this.#byDevice.set(deviceKey, { hash, used: false, address })
    await this.#store.give(deviceKey, hash.toString('hex'), this.#nowS())
    return true
  }

  isUsed(deviceKey: number): boolean {
    return this.#byDevice.get(deviceKey)?.used ?? false
  }

  requires(deviceKey: number): boolean {
    return this.mode === 'code' || (this.mode === 'first-use' && this.isUsed(deviceKey))
  }

  async show(deviceKey: number, { code, terminalId, address }: ShownCode): Promise<boolean> {
    const given = this.#byDevice.get(deviceKey)
    const hash = hashOf(code)
    const isGiven = given !== undefined && timingSafeEqual(given.hash, hash)
    const isAdopted = !isGiven && !this.isUsed(deviceKey) && this.mode === 'first-use' && this.#isOurs(terminalId, code)
    if (!isGiven && !isAdopted) return false
    if (given?.used && given.address === address) return true
    this.#byDevice.set(deviceKey, { hash, used: true, address })
    if (isAdopted) await this.#store.give(deviceKey, hash.toString('hex'), this.#nowS())
    await this.#store.used(deviceKey, this.#nowS(), address)
    return true
  }

  /** Given to this number before it was added, or replaced since because nobody had shown it. */
  #isOurs(terminalId: string, code: string): boolean {
    const bytes = Buffer.from(code, 'hex')
    if (bytes.length !== RANDOM_BYTES + SEAL_BYTES) return false
    return timingSafeEqual(bytes.subarray(RANDOM_BYTES), this.#seal(terminalId, bytes.subarray(0, RANDOM_BYTES)))
  }

  #seal(terminalId: string, random: Uint8Array): Buffer {
    return createHmac('sha256', this.#secret).update(`${terminalId}:`).update(random).digest().subarray(0, SEAL_BYTES)
  }

  async reset(deviceKey: number): Promise<void> {
    this.#byDevice.delete(deviceKey)
    await this.#store.forget(deviceKey)
  }

  /** Many devices keep no code and register at every connection: from where it was shown last one may have a new one. */
  #mayReplace(deviceKey: number, address: string): boolean {
    return this.mode === 'first-use' && this.#byDevice.get(deviceKey)?.address === address
  }

  #nowS(): number {
    return Math.floor(this.#clock.nowMs() / 1000)
  }
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
