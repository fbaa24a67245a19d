// Belongs here: the firmware of the devices that an account sees, and starting an update of one. Does not: what an update does (services/firmware).
import { AppError } from '@fleetglass/contract/errors'
import type { DeviceFirmware, FirmwareOrder, FirmwareUpdate } from '@fleetglass/contract/firmware'
import { commandFailure } from '../../ports/commands/index.ts'
import type { DeviceIdentities } from '../../services/device-identity/index.ts'
import type { Account, RegisteredDevice, Visibility } from '../../services/directory/index.ts'
import { type FirmwareUpdates, type StoredUpdate, statusOf } from '../../services/firmware/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'

export interface DeviceFirmwares {
  list(account: Account): DeviceFirmware[]
  /** Throws where there is no such device for the account. */
  one(account: Account, deviceId: string): DeviceFirmware
  /** Resolves when the device has confirmed the command. */
  update(account: Account, order: FirmwareOrder): Promise<void>
}

export function createDeviceFirmwares(deps: {
  readonly visibility: Pick<Visibility, 'device' | 'devices'>
  readonly identities: Pick<DeviceIdentities, 'of'>
  readonly fleet: Pick<Fleet, 'get'>
  readonly updates: Pick<FirmwareUpdates, 'latest' | 'start'>
}): DeviceFirmwares {
  const { fleet, identities, updates, visibility } = deps
  const find = (account: Account, deviceId: string): RegisteredDevice => {
    const device = visibility.device(account, deviceId)
    if (device === undefined) throw new AppError('unknown-device')
    return device
  }
  const firmwareOf = ({ deviceId, key }: RegisteredDevice): DeviceFirmware => {
    const update = updates.latest(key)
    return {
      deviceid: deviceId,
      version: identities.of(key)?.firmware ?? '',
      status: statusOf(fleet.get(deviceId)?.online ?? false, update),
      update: update === undefined ? null : shown(update),
    }
  }
  return {
    list: (account) => visibility.devices(account).map(firmwareOf),
    one: (account, deviceId) => firmwareOf(find(account, deviceId)),
    async update(account, { deviceId, url, user, password }) {
      const device = find(account, deviceId)
      const outcome = await updates.start(device, {
        url,
        user,
        password,
        target: '',
        by: 'user',
        planId: 0,
        rolloutId: 0,
        wave: 0,
        skip: () => null,
      })
      if (outcome.kind === 'busy') throw new AppError('firmware-update-running')
      if (outcome.kind === 'undone') throw commandFailure(outcome.result)
    },
  }
}

function shown({ stage, reason, target, before, by, beginS, endS }: StoredUpdate): FirmwareUpdate {
  return { stage, reason, target, before, by, begintime: beginS, endtime: endS }
}
