// Belongs here: updates of single devices, from the command to the version that the device reports afterwards.
// Does not: which devices are updated (firmware-plans.ts, firmware-rollouts.ts), the bytes of files (firmware-folder.ts).
import { randomBytes } from 'node:crypto'
import { type FirmwareFailure, firmwareUpdatePath, type RolloutSkip } from '@fleetglass/contract/firmware'
import { type Clock, SteadyTime, type Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { CommandResult, DeviceCommands } from '../../ports/commands/index.ts'
import type { DeviceState } from '../../ports/device-state/index.ts'
import type { DeviceIdentities } from '../device-identity/index.ts'
import type { RegisteredDevice, Registry } from '../directory/index.ts'
import type { Fleet } from '../live-state/index.ts'
import type { FirmwareStore } from './firmware-store.ts'
import {
  failureOf,
  isOverdue,
  SILENT_S,
  type StoredUpdate,
  storeIdIn,
  verdictOf,
  versionIn,
} from './firmware-update.ts'
import type { FirmwareUpdatesStore, UpdateCause } from './firmware-updates.store.ts'

/** How often it is looked for updates in which nothing happens. */
const LOOK_MS = 30_000
/** Progress is written at most so often; what is shown is exact. */
const WRITE_MS = 2_000

export interface UpdateOrder extends UpdateCause {
  readonly url: string
  readonly user: string
  readonly password: string
  /** The version to reach; empty: any other. */
  readonly target: string
  readonly by: StoredUpdate['by']
  readonly rolloutId: number
  /** Whether a device that reports this version is left out. */
  skip(version: string): RolloutSkip | null
}

/** `busy`: an update of the device runs. `undone`: the device has not confirmed the command, and why. */
export type StartOutcome =
  | { readonly kind: 'started' | 'busy' }
  | { readonly kind: 'skipped'; readonly reason: RolloutSkip; readonly version: string }
  | { readonly kind: 'undone'; readonly result: Exclude<CommandResult, { kind: 'answered' }> }

export interface FirmwareUpdates {
  /** The latest one of a device, also when it has ended. */
  latest(deviceKey: number): StoredUpdate | undefined
  isRunning(deviceKey: number): boolean
  /** Running updates that plans and rollouts began. */
  readonly automatic: number
  /** Resolves when the device has confirmed the command. */
  start(device: RegisteredDevice, order: UpdateOrder): Promise<StartOutcome>
  /** The running update that this part of an address belongs to. */
  download(token: string): StoredUpdate | undefined
  /** The device has read the file up to this byte. */
  served(token: string, position: number): void
  onEnd(listener: (update: StoredUpdate) => void): void
  /** From now on a lost connection says nothing about a device. */
  stop(): void
  close(): Promise<void>
}

export interface FirmwareUpdatesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: FirmwareUpdatesStore
  readonly files: Pick<FirmwareStore, 'find'>
  readonly registry: Pick<Registry, 'byId' | 'byKey'>
  readonly fleet: Pick<Fleet, 'onOnlineChange'>
  readonly identities: Pick<DeviceIdentities, 'of' | 'refresh'>
  readonly commands: Pick<DeviceCommands, 'send'>
  readonly deviceState: Pick<DeviceState, 'subscribe'>
}

export async function createFirmwareUpdates(deps: FirmwareUpdatesDeps): Promise<FirmwareUpdates> {
  const updates = new Updates(deps, await deps.store.all())
  updates.begin()
  return updates
}

class Updates implements FirmwareUpdates {
  readonly #deps: FirmwareUpdatesDeps
  /** One a device that was ever updated. */
  readonly #latest: Map<number, StoredUpdate>
  /** Keys of devices by the token of their running update. */
  readonly #tokens = new Map<string, number>()
  /** Devices that are asked for their version before an update, by who began it. */
  readonly #starting = new Map<number, StoredUpdate['by']>()
  /** Devices that a command is on its way to, or whose version is being read. */
  readonly #talking = new Set<number>()
  readonly #writtenMs = new Map<string, number>()
  readonly #listeners: ((update: StoredUpdate) => void)[] = []
  readonly #work = new Set<Promise<unknown>>()
  /** A clock that was set forward says nothing about a device, nor does the time in which this server was off. */
  readonly #time: SteadyTime
  #ends: (() => void)[] = []
  #isStopped = false

  constructor(deps: FirmwareUpdatesDeps, stored: readonly StoredUpdate[]) {
    this.#deps = deps
    this.#time = new SteadyTime(deps.clock, SILENT_S * 1000)
    this.#latest = new Map(stored.map((update) => [update.deviceKey, update]))
    for (const { deviceKey, token, endS } of stored) if (endS === 0) this.#tokens.set(token, deviceKey)
  }

  begin(): void {
    const { clock, deviceState, fleet } = this.#deps
    const online = fleet.onOnlineChange((deviceId, isOnline) => {
      const running = isOnline ? this.#runningOf(deviceId) : null
      if (running !== null) this.#inBackground(this.#returned(running.device, running.update))
    })
    const results = deviceState.subscribe({ kind: 'upgrade' }, (deviceId, { result }) => this.#result(deviceId, result))
    const timer: Timer = clock.every(LOOK_MS, () => this.#failOverdue())
    this.#ends = [() => online.close(), () => results.close(), () => timer.cancel()]
  }

  get automatic(): number {
    const running = [...this.#tokens.values()].filter((key) => this.#latest.get(key)?.by !== 'user').length
    return running + [...this.#starting.values()].filter((by) => by !== 'user').length
  }

  latest(deviceKey: number): StoredUpdate | undefined {
    return this.#latest.get(deviceKey)
  }

  isRunning(deviceKey: number): boolean {
    return this.#starting.has(deviceKey) || this.#latest.get(deviceKey)?.endS === 0
  }

  async start(device: RegisteredDevice, order: UpdateOrder): Promise<StartOutcome> {
    const { key } = device
    if (this.isRunning(key)) return { kind: 'busy' }
    this.#starting.set(key, order.by)
    let update: StoredUpdate
    try {
      const read = await this.#deps.identities.refresh(device)
      if (read.kind === 'offline') return { kind: 'undone', result: read }
      const version = versionIn(read) ?? this.#deps.identities.of(key)?.firmware ?? ''
      const reason = order.skip(version)
      if (reason !== null) return { kind: 'skipped', reason, version }
      update = await this.#newUpdate(key, order, version)
      await this.#deps.store.begin(update, order)
      this.#latest.set(key, update)
      this.#tokens.set(update.token, key)
    } finally {
      this.#starting.delete(key)
    }
    return await this.#order(device, update, order)
  }

  download(token: string): StoredUpdate | undefined {
    const key = this.#tokens.get(token)
    return key === undefined ? undefined : this.#latest.get(key)
  }

  served(token: string, position: number): void {
    const update = this.download(token)
    if (update === undefined) return
    const readBytes = Math.max(update.readBytes, position)
    const stage = update.stage === 'verifying' ? update.stage : 'downloading'
    const changed = this.#change(update, { readBytes, stage })
    const nowMs = this.#deps.clock.monotonicMs()
    if (stage === update.stage && nowMs - (this.#writtenMs.get(token) ?? -WRITE_MS) < WRITE_MS) return
    this.#writtenMs.set(token, nowMs)
    this.#inBackground(this.#deps.store.proceed(changed))
  }

  onEnd(listener: (update: StoredUpdate) => void): void {
    this.#listeners.push(listener)
  }

  stop(): void {
    this.#isStopped = true
  }

  async close(): Promise<void> {
    this.stop()
    for (const end of this.#ends.splice(0)) end()
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  async #newUpdate(deviceKey: number, order: UpdateOrder, before: string): Promise<StoredUpdate> {
    const { clock, files } = this.#deps
    const id = storeIdIn(order.url)
    const file = id === null ? null : await files.find(id)
    const nowS = Math.floor(clock.nowMs() / 1000)
    return {
      deviceKey,
      token: randomBytes(16).toString('hex'),
      url: order.url,
      firmwareId: file?.firmwareid ?? '',
      bytes: file?.filesize ?? 0,
      readBytes: 0,
      target: order.target,
      before,
      stage: 'ordered',
      reason: '',
      by: order.by,
      rolloutId: order.rolloutId,
      beginS: nowS,
      activeS: nowS,
      endS: 0,
    }
  }

  /** The command of an update that is stored: whatever happens now, it is known that it was begun. */
  async #order(
    device: RegisteredDevice,
    update: StoredUpdate,
    { user, password }: Pick<UpdateOrder, 'user' | 'password'>,
  ): Promise<StartOutcome> {
    const { deviceId, key } = device
    const url =
      update.firmwareId === '' ? update.url : new URL(`${firmwareUpdatePath}/${update.token}`, update.url).href
    this.#talking.add(key)
    const result = await this.#deps.commands
      .send(deviceId, { name: 'upgrade', url, user, password, version: update.target })
      .finally(() => this.#talking.delete(key))
    const now = this.download(update.token)
    // A device that has reported success before it confirmed the command was left alone until now.
    if (now?.stage === 'verifying') this.#inBackground(this.#verify(device, now))
    // One that downloads already has taken the command, and one that has ended has said how.
    if (now?.stage !== 'ordered') return { kind: 'started' }
    if (result.kind === 'answered') {
      await this.#deps.store.proceed(this.#change(now, { stage: 'accepted' }))
      return { kind: 'started' }
    }
    if (!this.#isStopped) await this.#end(now, failureOf(result), '')
    return { kind: 'undone', result }
  }

  #result(deviceId: string, result: 'done' | 'failed' | 'cancelled'): Promise<void> | null {
    const running = this.#runningOf(deviceId)
    if (running === null) return null
    if (result !== 'done') return this.#end(running.update, result, running.update.before)
    const verifying = this.#change(running.update, { stage: 'verifying' })
    return this.#deps.store.proceed(verifying).then(() => this.#inBackground(this.#verify(running.device, verifying)))
  }

  /** The device is connected again: after a restart of this server, or of its own. */
  async #returned(device: RegisteredDevice, update: StoredUpdate): Promise<void> {
    const { stage, by } = update
    if (stage === 'ordered' && by !== 'user') {
      if (!this.#talking.has(device.key)) await this.#order(device, update, { user: '', password: '' })
    } else await this.#verify(device, update)
  }

  /** Reads the version. Before the device has reported success only the wanted version ends the update: the report may be lost. */
  async #verify(device: RegisteredDevice, { token }: StoredUpdate): Promise<void> {
    if (this.#talking.has(device.key)) return
    this.#talking.add(device.key)
    const read = await this.#deps.identities.refresh(device).finally(() => this.#talking.delete(device.key))
    const update = this.download(token)
    if (update === undefined || read.kind === 'offline' || this.#isStopped) return
    const version = versionIn(read) ?? ''
    const verdict = verdictOf(update, version)
    const isReached = verdict === 'done' && (update.target !== '' || update.before !== '')
    if (update.stage === 'verifying') await this.#end(update, verdict === 'done' ? '' : verdict, version)
    else if (isReached) await this.#end(update, '', version)
  }

  #failOverdue(): void {
    if (!this.#time.look()) return
    const nowS = Math.floor(this.#deps.clock.nowMs() / 1000)
    for (const token of [...this.#tokens.keys()]) {
      const update = this.download(token)
      if (update === undefined || !isOverdue(update, nowS)) continue
      this.#inBackground(this.#end(update, update.stage === 'verifying' ? 'unknown-version' : 'no-result', ''))
    }
  }

  #runningOf(deviceId: string): { device: RegisteredDevice; update: StoredUpdate } | null {
    const device = this.#deps.registry.byId(deviceId)
    const update = device && this.#latest.get(device.key)
    return device === undefined || update?.endS !== 0 ? null : { device, update }
  }

  #change(update: StoredUpdate, change: Partial<StoredUpdate>): StoredUpdate {
    const changed = { ...update, ...change, activeS: Math.floor(this.#deps.clock.nowMs() / 1000) }
    this.#latest.set(update.deviceKey, changed)
    return changed
  }

  /** Rejects when it cannot be stored; then it runs on, and the device reports its result again. */
  async #end(update: StoredUpdate, reason: FirmwareFailure | '', version: string): Promise<void> {
    const { clock, log, registry, store } = this.#deps
    const ended: StoredUpdate = {
      ...update,
      stage: reason === '' ? 'done' : 'failed',
      reason,
      endS: Math.floor(clock.nowMs() / 1000),
    }
    await store.end(ended, version)
    if (!this.#tokens.delete(update.token)) return
    this.#writtenMs.delete(update.token)
    this.#latest.set(update.deviceKey, ended)
    const deviceId = registry.byKey(update.deviceKey)?.deviceId
    if (reason === '') log.info({ deviceId, version }, 'a firmware update is done')
    else log.warn({ deviceId, reason }, 'a firmware update failed')
    for (const listener of this.#listeners) listener(ended)
  }

  #inBackground(work: Promise<unknown>): void {
    const settled: Promise<unknown> = work
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a firmware update could not go on'))
      .finally(() => this.#work.delete(settled))
    this.#work.add(settled)
  }
}
