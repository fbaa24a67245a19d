// Belongs here: which code a device was given, and whether a code shown is that one.
// Does not: messages and connections (signalling/), who is registered (services/directory).
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../platform/clock/index.ts'
import { type Changes, type Database, WriteBatches } from '../../../platform/database/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { createDeviceCodeStore, type DeviceCodeStore, type StoredCode } from './device-codes.store.ts'
import type { AuthenticationMode, CodeRequest, DeviceCodes, ShownCode } from './device-codes.types.ts'
import type { DeviceRegistry } from './registry.types.ts'

/** Random bytes of a code, and bytes that say that it is ours: 16 digits, plain ASCII that every device can store. */
const RANDOM_BYTES = 3
const SEAL_BYTES = 5

/** Devices of one transaction. */
const BATCH_DEVICES = 500

/** `null`: none. */
interface CodeChange {
  readonly code: StoredCode | null
}

interface Unwritten {
  /** `null`: none. */
  onDisk: StoredCode | null
  readonly newest: CodeChange
}

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
  const secret = await store.secret(randomBytes(32).toString('hex'))
  const codes = new StoredCodes(clock, mode, secret, store, await store.load())
  registry.onChange(({ kind, device }) => {
    if (kind !== 'removed') return
    codes.reset(device.key).catch((error: unknown) => {
      log.error({ err: error, deviceId: device.deviceId }, 'the code of a removed device could not be deleted')
    })
  })
  return codes
}

/** One code per registered device: the bound is the registry's. */
class StoredCodes implements DeviceCodes {
  readonly mode: AuthenticationMode
  readonly #clock: Clock
  readonly #secret: string
  readonly #store: DeviceCodeStore
  readonly #byDevice: Map<number, StoredCode>
  /** Devices whose newest code is not on disk; as many as wait to be answered. */
  readonly #unwritten = new Map<number, Unwritten>()
  readonly #writes = new WriteBatches<CodeChange>({
    size: BATCH_DEVICES,
    write: (changes) => this.#write(changes),
    merge: (_, later) => later,
  })

  constructor(
    clock: Clock,
    mode: AuthenticationMode,
    secret: string,
    store: DeviceCodeStore,
    byDevice: Map<number, StoredCode>,
  ) {
    this.#clock = clock
    this.mode = mode
    this.#secret = secret
    this.#store = store
    this.#byDevice = byDevice
  }

  make(terminalId: string): string {
    const random = randomBytes(RANDOM_BYTES)
    return Buffer.concat([random, this.#seal(terminalId, random)])
      .toString('hex')
      .toUpperCase()
  }

  async give(deviceKey: number, code: string, by: CodeRequest): Promise<boolean> {
    if (this.#wasShown(deviceKey) && !by.isProven && !this.#mayReplace(deviceKey, by.address)) return false
    // Where it was shown stays: a device whose answer was lost asks again.
    const address = this.#byDevice.get(deviceKey)?.address ?? ''
    await this.#change(deviceKey, { hash: hashOf(code), givenS: this.#nowS(), usedS: null, address })
    return true
  }

  isUsed(deviceKey: number): boolean {
    const code = this.#byDevice.get(deviceKey)
    return code !== undefined && code.usedS !== null
  }

  isCodeOf(deviceKey: number, code: string): boolean {
    const given = this.#byDevice.get(deviceKey)
    return given !== undefined && timingSafeEqual(given.hash, hashOf(code))
  }

  signature(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex')
  }

  requires(deviceKey: number): boolean {
    return this.mode === 'code' || (this.mode === 'first-use' && this.#wasShown(deviceKey))
  }

  /**
   * This code, or one before it: a further registration does not reduce the protection. Codes that were shown before addresses were
   * stored have none.
   */
  #wasShown(deviceKey: number): boolean {
    const address = this.#byDevice.get(deviceKey)?.address ?? ''
    return address !== '' || this.isUsed(deviceKey)
  }

  async show(deviceKey: number, { code, terminalId, address }: ShownCode): Promise<boolean> {
    const given = this.#byDevice.get(deviceKey)
    const hash = hashOf(code)
    const isGiven = given !== undefined && timingSafeEqual(given.hash, hash)
    const isAdopted = !isGiven && this.#mayAdopt(deviceKey, address) && this.#isOurs(terminalId, code)
    if (!isGiven && !isAdopted) return false
    if (isGiven && given.usedS !== null && given.address === address) return true
    const usedS = this.#nowS()
    await this.#change(deviceKey, { hash, givenS: isGiven ? given.givenS : usedS, usedS, address })
    return true
  }

  /** Anyone who registers gets a sealed code: once a device has shown a code, such a code is accepted from its own address only. */
  #mayAdopt(deviceKey: number, address: string): boolean {
    if (this.mode !== 'first-use' || this.isUsed(deviceKey)) return false
    return !this.#wasShown(deviceKey) || this.#mayReplace(deviceKey, address)
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
    await this.#change(deviceKey, null)
  }

  /** Counts at once; resolves when it is on disk. */
  #change(deviceKey: number, code: StoredCode | null): Promise<void> {
    const newest = { code }
    const waiting = this.#unwritten.get(deviceKey)
    this.#unwritten.set(deviceKey, {
      onDisk: waiting ? waiting.onDisk : (this.#byDevice.get(deviceKey) ?? null),
      newest,
    })
    this.#hold(deviceKey, code)
    return this.#writes.put(deviceKey, newest)
  }

  async #write(changes: Changes<CodeChange>): Promise<void> {
    let isWritten = false
    try {
      await this.#store.save(new Map([...changes].map(([deviceKey, { code }]) => [deviceKey, code])))
      isWritten = true
    } finally {
      for (const [deviceKey, change] of changes) this.#wasWritten(deviceKey, change, isWritten)
    }
  }

  /** A code that could not be written was never sent: unless a newer one waits, what is on disk counts again. */
  #wasWritten(deviceKey: number, change: CodeChange, isWritten: boolean): void {
    const unwritten = this.#unwritten.get(deviceKey)
    if (!unwritten) return
    if (isWritten) unwritten.onDisk = change.code
    if (unwritten.newest !== change) return
    this.#unwritten.delete(deviceKey)
    this.#hold(deviceKey, unwritten.onDisk)
  }

  #hold(deviceKey: number, code: StoredCode | null): void {
    if (code === null) this.#byDevice.delete(deviceKey)
    else this.#byDevice.set(deviceKey, code)
  }

  /**
   * From where a code was shown last a device may have a new one: many keep none and register at every connection. Where every device
   * has to keep its code, only as long as it has not shown the one it was given.
   */
  #mayReplace(deviceKey: number, address: string): boolean {
    const code = this.#byDevice.get(deviceKey)
    return code?.address === address && (this.mode === 'first-use' || code.usedS === null)
  }

  #nowS(): number {
    return Math.floor(this.#clock.nowMs() / 1000)
  }
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
