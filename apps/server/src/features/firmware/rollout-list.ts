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
  latestWave,
  percentOf,
  type RolloutCount,
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

/** Each change answers with the list. */
export class RolloutList {
  readonly #deps: RolloutListDeps

  constructor(deps: RolloutListDeps) {
    this.#deps = deps
  }

  /** Those with at least one device that the account sees. */
  list(account: Account): Promise<FirmwareRollout[]> {
    return this.#shown(account, this.#deps.rollouts.list())
  }

  async one(account: Account, id: number): Promise<FirmwareRolloutDetail> {
    const rollout = await this.#find(account, id)
    const devices = await this.#deps.rollouts.devices(id)
    return { rollout, devices: devices.flatMap((device) => this.#row(account, id, device)) }
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
    const { targetfw } = await this.#editable(account, id)
    await this.#deps.rollouts.remove(id)
    return targetfw
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

  async #find(account: Account, id: number): Promise<FirmwareRollout> {
    const stored = this.#deps.rollouts.list().filter((one) => one.id === id)
    const [rollout] = await this.#shown(account, stored)
    if (rollout === undefined) throw new AppError('unknown-firmware-rollout')
    return rollout
  }

  async #editable(account: Account, id: number): Promise<FirmwareRollout> {
    const rollout = await this.#find(account, id)
    if (!rollout.editable) throw new AppError('firmware-rollout-hidden')
    return rollout
  }

  /** Devices are counted by the database: a list is polled, and a rollout may have ten thousand of them. */
  async #shown(account: Account, stored: readonly StoredRollout[]): Promise<FirmwareRollout[]> {
    const { rollouts, visibility } = this.#deps
    const ids = stored.map(({ id }) => id)
    const all = await rollouts.counts(ids)
    // Devices that were removed count for who sees every device.
    const seen = visibility.seesAll(account)
      ? all
      : await rollouts.counts(
          ids,
          visibility.devices(account).map(({ key }) => key),
        )
    return stored.flatMap((rollout) => {
      const of = (counts: readonly RolloutCount[]) => counts.filter(({ rolloutId }) => rolloutId === rollout.id)
      return shownRollout(rollout, of(all), of(seen))
    })
  }

  /** A removed device has no id any more, and is only counted. */
  #row(account: Account, rolloutId: number, stored: StoredRolloutDevice): RolloutDevice[] {
    const { fleet, identities, registry, updates, visibility } = this.#deps
    const device = registry.byKey(stored.deviceKey)
    if (device === undefined || !visibility.sees(account, device)) return []
    const update = updates.latest(device.key)
    const runs = stored.state === 'running' && update?.rolloutId === rolloutId && update.endS === 0
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

/** None where all devices of the rollout are hidden. */
function shownRollout(
  rollout: StoredRollout,
  all: readonly RolloutCount[],
  seen: readonly RolloutCount[],
): FirmwareRollout[] {
  const editable = devicesOf(seen) === devicesOf(all)
  if (seen.length === 0 && !editable) return []
  const count = (wanted: RolloutDeviceState): number => devicesOf(seen.filter(({ state }) => state === wanted))
  return [
    {
      rolloutid: rollout.id,
      targetfw: rollout.target,
      url: rollout.url,
      memo: rollout.memo,
      state: rollout.state,
      pausedby: rollout.pausedBy,
      firstwave: rollout.firstWave,
      failurelimit: rollout.failureLimit,
      wave: latestWave(all),
      waiting: count('waiting'),
      running: count('running'),
      done: count('done'),
      failed: count('failed'),
      skipped: count('skipped'),
      begintime: rollout.beginS,
      updatetime: seen.reduce((latest, { updatedS }) => Math.max(latest, updatedS), rollout.updatedS),
      editable,
    },
  ]
}

function devicesOf(counts: readonly RolloutCount[]): number {
  return counts.reduce((sum, { devices }) => sum + devices, 0)
}
