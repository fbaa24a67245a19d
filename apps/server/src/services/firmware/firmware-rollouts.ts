// Belongs here: carrying rollouts on, one step after the other. What the next step is: rollout-step.ts. Who sees a rollout: features/firmware.
import { AppError } from '@fleetglass/contract/errors'
import { FIRMWARE_ROLLOUTS_MAX, type RolloutAction } from '@fleetglass/contract/firmware'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Registry } from '../directory/index.ts'
import type { Fleet } from '../live-state/index.ts'
import type {
  FirmwareRolloutsStore,
  RolloutCount,
  StoredRollout,
  StoredRolloutDevice,
} from './firmware-rollouts.store.ts'
import { skipOf } from './firmware-update.ts'
import type { FirmwareUpdates } from './firmware-updates.ts'
import { latestWave, nextStep, type OpenMember, type RolloutMember, type RolloutStep } from './rollout-step.ts'

/** For devices that came online, and for the days that a rollout lasts. */
const LOOK_MS = 10_000
/** A device that could not be started is left alone for so long. */
const AGAIN_MS = 30_000

export interface NewRolloutOrder {
  readonly target: string
  readonly url: string
  readonly memo: string
  readonly firstWave: number
  readonly failureLimit: number
  readonly deviceKeys: readonly number[]
}

export interface FirmwareRollouts {
  /** The newest first. */
  list(): readonly StoredRollout[]
  devices(id: number): Promise<readonly StoredRolloutDevice[]>
  counts: FirmwareRolloutsStore['counts']
  add(order: NewRolloutOrder): Promise<void>
  act(id: number, action: RolloutAction): Promise<void>
  remove(id: number): Promise<void>
  close(): Promise<void>
}

export interface FirmwareRolloutsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: FirmwareRolloutsStore
  readonly updates: FirmwareUpdates
  readonly registry: Pick<Registry, 'byKey'>
  readonly fleet: Pick<Fleet, 'get'>
  /** Updates that plans and rollouts run at a time. */
  readonly most: number
}

export async function createFirmwareRollouts(deps: FirmwareRolloutsDeps): Promise<FirmwareRollouts> {
  const rollouts = new Rollouts(deps, await deps.store.all())
  rollouts.begin()
  return rollouts
}

class Rollouts implements FirmwareRollouts {
  readonly #deps: FirmwareRolloutsDeps
  #rollouts: readonly StoredRollout[]
  /** Devices that are being asked, with the wave that they join; in the database they still wait. */
  readonly #starting = new Map<number, number>()
  /** Devices that could not be started, and when they may be tried again (monotonic). */
  readonly #againMs = new Map<number, number>()
  /** Steps are taken one after the other. */
  #stepping: Promise<void> = Promise.resolve()
  #isDue = false
  #isClosed = false
  readonly #work = new Set<Promise<unknown>>()
  #ends: (() => void)[] = []

  constructor(deps: FirmwareRolloutsDeps, rollouts: readonly StoredRollout[]) {
    this.#deps = deps
    this.#rollouts = rollouts
  }

  begin(): void {
    const { clock, updates } = this.#deps
    updates.onEnd(() => this.#wake())
    const timer = clock.every(LOOK_MS, () => this.#wake())
    this.#ends = [() => timer.cancel()]
  }

  list(): readonly StoredRollout[] {
    return this.#rollouts
  }

  devices(id: number): Promise<readonly StoredRolloutDevice[]> {
    return this.#deps.store.devices(id)
  }

  counts(ids: readonly number[], deviceKeys?: readonly number[]): Promise<readonly RolloutCount[]> {
    return this.#deps.store.counts(ids, deviceKeys)
  }

  async add({ deviceKeys, ...order }: NewRolloutOrder): Promise<void> {
    if (this.#rollouts.length >= FIRMWARE_ROLLOUTS_MAX) {
      throw new AppError('firmware-rollouts-full', { most: FIRMWARE_ROLLOUTS_MAX })
    }
    const nowS = this.#nowS()
    const rollout = { ...order, state: 'running', pausedBy: '', countedWave: 1, beginS: nowS, updatedS: nowS } as const
    const id = await this.#deps.store.add(rollout, deviceKeys)
    this.#rollouts = [{ ...rollout, id }, ...this.#rollouts]
    this.#wake()
  }

  async act(id: number, action: RolloutAction): Promise<void> {
    const rollout = this.#find(id)
    if (action === 'pause') await this.#change(rollout, 'running', { state: 'paused', pausedBy: 'user' })
    else if (action === 'resume') await this.#resume(rollout)
    else {
      if (rollout.state !== 'running' && rollout.state !== 'paused') throw new AppError('firmware-rollout-state')
      await this.#change(rollout, rollout.state, { state: 'stopped', pausedBy: '' })
      await this.#deps.store.skip(id, 'all', 'stopped', this.#nowS())
    }
    this.#wake()
  }

  async remove(id: number): Promise<void> {
    const { state } = this.#find(id)
    const runs = (await this.#deps.store.devices(id)).some((device) => device.state === 'running')
    if (state === 'running' || state === 'paused' || runs) throw new AppError('firmware-rollout-state')
    await this.#deps.store.remove(id)
    this.#rollouts = this.#rollouts.filter((one) => one.id !== id)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const end of this.#ends.splice(0)) end()
    await this.#stepping
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  /** After failures the waves begin anew: the user has seen them. */
  async #resume(rollout: StoredRollout): Promise<void> {
    const isAfterFailures = rollout.pausedBy === 'failures'
    const devices = isAfterFailures ? await this.#deps.store.devices(rollout.id) : []
    const countedWave = isAfterFailures ? latestWave(devices) + 1 : rollout.countedWave
    await this.#change(rollout, 'paused', { state: 'running', pausedBy: '', countedWave })
  }

  #find(id: number): StoredRollout {
    const rollout = this.#rollouts.find((one) => one.id === id)
    if (rollout === undefined) throw new AppError('unknown-firmware-rollout')
    return rollout
  }

  async #change({ id }: StoredRollout, from: StoredRollout['state'], change: Partial<StoredRollout>): Promise<void> {
    const changed = { ...change, updatedS: this.#nowS() }
    if (!(await this.#deps.store.change(id, from, changed))) throw new AppError('firmware-rollout-state')
    this.#rollouts = this.#rollouts.map((one) => (one.id === id ? { ...one, ...changed } : one))
  }

  /** Many ends of updates at once lead to one look. */
  #wake(): void {
    if (this.#isDue || this.#isClosed) return
    this.#isDue = true
    this.#stepping = this.#stepping
      .then(async () => {
        this.#isDue = false
        for (const { id, state } of this.#rollouts) if (state === 'running') await this.#carryOn(id)
      })
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a firmware rollout could not go on'))
  }

  /** Takes steps until the next one has to wait for something. */
  async #carryOn(id: number): Promise<void> {
    const { store, updates, most } = this.#deps
    for (let isGoingOn = true; isGoingOn && !this.#isClosed; ) {
      const progress = await store.progress(id)
      const rollout = this.#rollouts.find((one) => one.id === id)
      if (rollout === undefined) return
      const free = most - updates.automatic
      const members = progress.open.map((member) => this.#memberOf(member))
      const step = nextStep(rollout, { members, ended: progress.ended }, { nowS: this.#nowS(), free })
      isGoingOn = step.kind !== 'wait'
      await this.#take(rollout, step)
    }
  }

  async #take(rollout: StoredRollout, step: RolloutStep): Promise<void> {
    switch (step.kind) {
      case 'start':
        for (const deviceKey of step.deviceKeys) this.#start(rollout, deviceKey, step.wave)
        return
      case 'skip':
        await this.#deps.store.skip(rollout.id, step.deviceKeys, step.reason, this.#nowS())
        return
      case 'pause':
        this.#deps.log.warn(
          { rollout: rollout.id, target: rollout.target },
          'a firmware rollout is paused: too many devices fail',
        )
        await this.#change(rollout, 'running', { state: 'paused', pausedBy: 'failures' })
        return
      case 'finish':
        await this.#change(rollout, 'running', { state: 'done' })
        return
      case 'wait':
        return
    }
  }

  #memberOf({ deviceKey, state, wave }: OpenMember): RolloutMember {
    const device = this.#deps.registry.byKey(deviceKey)
    const joining = state === 'waiting' ? this.#starting.get(deviceKey) : undefined
    const isOnline = device !== undefined && (this.#deps.fleet.get(device.deviceId)?.online ?? false)
    const mayBeTried = (this.#againMs.get(deviceKey) ?? 0) <= this.#deps.clock.monotonicMs()
    return {
      deviceKey,
      ...(joining === undefined ? { state, wave } : { state: 'running', wave: joining }),
      isReady: isOnline && mayBeTried && !this.#deps.updates.isRunning(deviceKey),
      isRegistered: device !== undefined,
    }
  }

  #start(rollout: StoredRollout, deviceKey: number, wave: number): void {
    this.#starting.set(deviceKey, wave)
    const settled: Promise<unknown> = this.#update(rollout, deviceKey, wave)
      .catch((error: unknown) => {
        this.#againMs.set(deviceKey, this.#deps.clock.monotonicMs() + AGAIN_MS)
        this.#deps.log.error({ err: error, rollout: rollout.id }, 'a firmware rollout could not start a device')
      })
      .finally(() => {
        this.#starting.delete(deviceKey)
        this.#work.delete(settled)
        this.#wake()
      })
    this.#work.add(settled)
  }

  async #update({ id, target, url }: StoredRollout, deviceKey: number, wave: number): Promise<void> {
    const { clock, registry, store, updates } = this.#deps
    const device = registry.byKey(deviceKey)
    if (device === undefined) return
    const outcome = await updates.start(device, {
      url,
      user: '',
      password: '',
      target,
      by: 'rollout',
      planId: 0,
      rolloutId: id,
      wave,
      // Stopped or paused while the device was asked for its version: it gets no command any more.
      skip: (version) => (this.#isRunning(id) ? skipOf(target, version) : 'stopped'),
    })
    const isLeftOut = outcome.kind === 'skipped' && outcome.reason !== 'stopped'
    if (isLeftOut) await store.skip(id, [deviceKey], outcome.reason, this.#nowS(), outcome.version)
    // It went offline, or somebody else has begun an update of it: its turn comes later.
    if (outcome.kind === 'busy' || outcome.kind === 'undone')
      this.#againMs.set(deviceKey, clock.monotonicMs() + AGAIN_MS)
    else this.#againMs.delete(deviceKey)
  }

  #isRunning(id: number): boolean {
    return this.#rollouts.some((one) => one.id === id && one.state === 'running')
  }

  #nowS(): number {
    return Math.floor(this.#deps.clock.nowMs() / 1000)
  }
}
