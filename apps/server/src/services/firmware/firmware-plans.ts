// Belongs here: which devices that come online get the firmware of an automatic plan. Does not: who may change plans (features/firmware).
import { FIRMWARE_PLAN_RETRY_S, isFirmwareFor, modelPartOf } from '@fleetglass/contract/firmware'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceIdentities } from '../device-identity/index.ts'
import type { RegisteredDevice, Registry } from '../directory/index.ts'
import type { Fleet } from '../live-state/index.ts'
import type { FirmwarePlansStore, StoredPlan } from './firmware-plans.store.ts'
import { versionIn } from './firmware-update.ts'
import type { FirmwareUpdates } from './firmware-updates.ts'

export interface FirmwarePlans {
  list(): readonly StoredPlan[]
  add(plan: Omit<StoredPlan, 'id'>): Promise<void>
  replace(plan: StoredPlan): Promise<void>
  remove(id: number): Promise<void>
  close(): Promise<void>
}

export interface FirmwarePlansDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: FirmwarePlansStore
  readonly updates: FirmwareUpdates
  readonly registry: Pick<Registry, 'byId' | 'groups'>
  readonly identities: Pick<DeviceIdentities, 'of' | 'refresh'>
  readonly fleet: Pick<Fleet, 'onOnlineChange'>
  /** Updates that plans and rollouts run at a time. */
  readonly most: number
}

export async function createFirmwarePlans(deps: FirmwarePlansDeps): Promise<FirmwarePlans> {
  const plans = new Plans(deps, await deps.store.all())
  plans.begin()
  return plans
}

class Plans implements FirmwarePlans {
  readonly #deps: FirmwarePlansDeps
  #plans: readonly StoredPlan[]
  /** Devices that came online and were not looked at yet; at most all that are online. */
  readonly #arrived = new Set<string>()
  readonly #work = new Set<Promise<unknown>>()
  #end: () => void = () => undefined

  constructor(deps: FirmwarePlansDeps, plans: readonly StoredPlan[]) {
    this.#deps = deps
    this.#plans = plans
  }

  begin(): void {
    const online = this.#deps.fleet.onOnlineChange((deviceId, isOnline) => {
      if (isOnline && this.#plans.length > 0) this.#arrived.add(deviceId)
      else this.#arrived.delete(deviceId)
      this.#next()
    })
    this.#deps.updates.onEnd(() => this.#next())
    this.#end = () => online.close()
  }

  list(): readonly StoredPlan[] {
    return this.#plans
  }

  async add(plan: Omit<StoredPlan, 'id'>): Promise<void> {
    this.#plans = [...this.#plans, await this.#deps.store.add(plan)]
  }

  async replace(plan: StoredPlan): Promise<void> {
    await this.#deps.store.replace(plan)
    this.#plans = this.#plans.map((one) => (one.id === plan.id ? plan : one))
  }

  async remove(id: number): Promise<void> {
    await this.#deps.store.remove(id)
    this.#plans = this.#plans.filter((one) => one.id !== id)
  }

  async close(): Promise<void> {
    this.#end()
    this.#arrived.clear()
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  /** Looks at as many of the devices that arrived as may be updated now; the others wait for the end of an update. */
  #next(): void {
    const { log, most, updates } = this.#deps
    for (const deviceId of this.#arrived) {
      if (updates.automatic + this.#work.size >= most) return
      this.#arrived.delete(deviceId)
      const settled: Promise<unknown> = this.#try(deviceId)
        .catch((error: unknown) => log.error({ err: error, deviceId }, 'an automatic firmware plan could not be done'))
        .finally(() => {
          this.#work.delete(settled)
          this.#next()
        })
      this.#work.add(settled)
    }
  }

  async #try(deviceId: string): Promise<void> {
    const { clock, log, registry, store, updates } = this.#deps
    const device = registry.byId(deviceId)
    if (device === undefined || updates.isRunning(device.key)) return
    const plan = this.#planOf(device, await this.#versionOf(device))
    if (plan === undefined) return
    const triedS = await store.triedS(plan.id, device.key)
    if (triedS !== null && clock.nowMs() / 1000 - triedS < FIRMWARE_PLAN_RETRY_S) return
    const outcome = await updates.start(device, {
      url: plan.url,
      user: '',
      password: '',
      target: plan.target,
      by: 'plan',
      planId: plan.id,
      rolloutId: 0,
      wave: 0,
      // It may have been updated elsewhere since it reported its version.
      skip: (version) => (isFirmwareFor(plan.target, version) ? null : 'same-version'),
    })
    if (outcome.kind === 'started')
      log.info({ deviceId, target: plan.target }, 'an automatic firmware plan updates a device')
  }

  /** The known one; a device that has never reported one is asked. */
  async #versionOf(device: RegisteredDevice): Promise<string> {
    const { identities } = this.#deps
    const known = identities.of(device.key)?.firmware ?? ''
    return known === '' ? (versionIn(await identities.refresh(device)) ?? '') : known
  }

  /** Of several plans for a model the one that was saved last: two targets would take turns. */
  #planOf(device: RegisteredDevice, version: string): StoredPlan | undefined {
    const model = modelPartOf(version)
    if (model === '') return undefined
    const { groups } = this.#deps.registry
    return this.#plans
      .filter(({ groupId, target }) => {
        const isCovered = device.groups.some((group) => groups.contains(groupId, group))
        return isCovered && modelPartOf(target) === model
      })
      .sort((one, other) => other.updatedS - one.updatedS || other.id - one.id)[0]
  }
}
