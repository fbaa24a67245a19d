// Belongs here: rollouts as an account sees them, and who may change one. Does not: carrying them on (services/firmware).
import { AppError } from '@fleetglass/contract/errors'
import {
  FIRMWARE_ROLLOUT_DEVICES_MAX,
  type FirmwareRollout,
  type FirmwareRolloutDetail,
  type NewRollout,
  type RolloutAction,
  type RolloutDevice,
  type RolloutDeviceState,
} from '@fleetglass/contract/firmware'
import { groupNumber } from '@fleetglass/contract/groups'
import type { DeviceIdentities } from '../../services/device-identity/index.ts'
import type { Account, RegisteredDevice, Registry, Visibility } from '../../services/directory/index.ts'
import {
  type FirmwareRollouts,
  type FirmwareUpdates,
  percentOf,
  type StoredRollout,
  type StoredRolloutDevice,
} from '../../services/firmware/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'

export interface RolloutListDeps {
  readonly rollouts: FirmwareRollouts
  readonly updates: Pick<FirmwareUpdates, 'latest'>
  readonly identities: Pick<DeviceIdentities, 'of'>
  readonly fleet: Pick<Fleet, 'get'>
  readonly registry: Pick<Registry, 'byKey' | 'groups'>
  readonly visibility: Pick<Visibility, 'devices' | 'sees' | 'seesAll'>
}

interface SeenDevice extends StoredRolloutDevice {
  /** `undefined`: it was removed. */
  readonly device: RegisteredDevice | undefined
}

interface SeenRollout {
  readonly rollout: StoredRollout
  readonly devices: readonly SeenDevice[]
  readonly wave: number
  readonly editable: boolean
}

/** Each change answers with the list. */
export class RolloutList {
  readonly #deps: RolloutListDeps

  constructor(deps: RolloutListDeps) {
    this.#deps = deps
  }

  /** Those with at least one device that the account sees. */
  async list(account: Account): Promise<FirmwareRollout[]> {
    const seen: FirmwareRollout[] = []
    for (const rollout of this.#deps.rollouts.list()) {
      const one = await this.#seen(account, rollout)
      if (one.devices.length > 0 || one.editable) seen.push(shown(one))
    }
    return seen
  }

  async one(account: Account, id: number): Promise<FirmwareRolloutDetail> {
    const seen = await this.#find(account, id)
    return { rollout: shown(seen), devices: seen.devices.flatMap((device) => this.#row(seen.rollout, device)) }
  }

  async add(account: Account, { targetfw, groups, models, ...order }: NewRollout): Promise<void> {
    const deviceKeys = this.#chosen(account, groups, models)
    if (deviceKeys.length === 0 || deviceKeys.length > FIRMWARE_ROLLOUT_DEVICES_MAX) {
      throw new AppError('firmware-rollout-empty', { most: FIRMWARE_ROLLOUT_DEVICES_MAX })
    }
    const { url, memo, firstwave, failurelimit } = order
    await this.#deps.rollouts.add({
      target: targetfw,
      url,
      memo,
      firstWave: firstwave,
      failureLimit: failurelimit,
      deviceKeys,
    })
  }

  async act(account: Account, id: number, action: RolloutAction): Promise<void> {
    await this.#editable(account, id)
    await this.#deps.rollouts.act(id, action)
  }

  /** Returns the target, for the audit log. */
  async remove(account: Account, id: number): Promise<string> {
    const { rollout } = await this.#editable(account, id)
    await this.#deps.rollouts.remove(id)
    return rollout.target
  }

  #chosen(account: Account, groupIds: readonly string[], models: readonly string[]): number[] {
    if (groupIds.length === 0 && models.length === 0) return []
    const { identities, registry, visibility } = this.#deps
    const groups = groupIds.map((id) => groupNumber(id, registry.groups.rootId)).filter((id) => id !== null)
    const isIn = (device: RegisteredDevice): boolean =>
      groupIds.length === 0 || groups.some((group) => device.groups.some((own) => registry.groups.contains(group, own)))
    const isOf = ({ key }: RegisteredDevice): boolean =>
      models.length === 0 || models.includes(identities.of(key)?.model ?? '')
    return visibility
      .devices(account)
      .filter((device) => isIn(device) && isOf(device))
      .map(({ key }) => key)
  }

  async #find(account: Account, id: number): Promise<SeenRollout> {
    const rollout = this.#deps.rollouts.list().find((one) => one.id === id)
    const seen = rollout === undefined ? null : await this.#seen(account, rollout)
    if (seen === null || (seen.devices.length === 0 && !seen.editable)) throw new AppError('unknown-firmware-rollout')
    return seen
  }

  async #editable(account: Account, id: number): Promise<SeenRollout> {
    const seen = await this.#find(account, id)
    if (!seen.editable) throw new AppError('firmware-rollout-hidden')
    return seen
  }

  async #seen(account: Account, rollout: StoredRollout): Promise<SeenRollout> {
    const { registry, rollouts, visibility } = this.#deps
    const all = await rollouts.devices(rollout.id)
    const seesAll = visibility.seesAll(account)
    const devices = all
      .map((stored) => ({ ...stored, device: registry.byKey(stored.deviceKey) }))
      .filter(({ device }) => (device === undefined ? seesAll : visibility.sees(account, device)))
    const wave = all.reduce((latest, one) => Math.max(latest, one.wave), 0)
    return { rollout, devices, wave, editable: devices.length === all.length }
  }

  /** A removed device has no id any more, and is only counted. */
  #row({ id }: StoredRollout, { device, ...stored }: SeenDevice): RolloutDevice[] {
    if (device === undefined) return []
    const { fleet, identities, updates } = this.#deps
    const update = updates.latest(device.key)
    const runs = stored.state === 'running' && update?.rolloutId === id && update.endS === 0
    return [
      {
        deviceid: device.deviceId,
        state: stored.state,
        reason: stored.reason,
        version: identities.of(device.key)?.firmware ?? '',
        before: stored.before,
        online: fleet.get(device.deviceId)?.online ?? false,
        wave: stored.wave,
        progress: runs ? percentOf(update) : 0,
        updatetime: stored.updatedS,
      },
    ]
  }
}

function shown({ rollout, devices, wave, editable }: SeenRollout): FirmwareRollout {
  const count = (wanted: RolloutDeviceState): number => devices.filter(({ state }) => state === wanted).length
  return {
    rolloutid: rollout.id,
    targetfw: rollout.target,
    url: rollout.url,
    memo: rollout.memo,
    state: rollout.state,
    pausedby: rollout.pausedBy,
    firstwave: rollout.firstWave,
    failurelimit: rollout.failureLimit,
    wave,
    waiting: count('waiting'),
    running: count('running'),
    done: count('done'),
    failed: count('failed'),
    skipped: count('skipped'),
    begintime: rollout.beginS,
    updatetime: devices.reduce((latest, { updatedS }) => Math.max(latest, updatedS), rollout.updatedS),
    editable,
  }
}
