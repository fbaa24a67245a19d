import { grants } from '@fleetglass/contract/access'
import {
  applyChange,
  fieldFlags,
  parseSettings,
  printSettings,
  type SettingField,
  type SettingsChange,
} from '@fleetglass/contract/device-settings'
import { AppError } from '@fleetglass/contract/errors'
import type { Account, RegisteredDevice, Registry, Visibility } from '../../services/directory/index.ts'

export interface DeviceRecords {
  /** The fields that the account has a flag for. Throws for a device that is not there for it. */
  read(account: Account, deviceId: string): SettingsChange & { readonly deviceid: string }
  /** All of the change or nothing of it; throws why. */
  change(account: Account, deviceId: string, change: SettingsChange): Promise<void>
}

/** The record of a device. A field without its flag is neither returned nor changed. */
export function createDeviceRecords({
  registry,
  visibility,
}: {
  readonly registry: Registry
  readonly visibility: Visibility
}): DeviceRecords {
  const find = (account: Account, deviceId: string): RegisteredDevice => {
    const device = visibility.device(account, deviceId)
    if (device === undefined) throw new AppError('unknown-device')
    return device
  }
  return {
    read(account, deviceId) {
      const device = find(account, deviceId)
      const reported = Object.entries(printSettings(device)).filter(([field]) => may(account, field as SettingField))
      return { deviceid: device.deviceId, ...Object.fromEntries(reported) }
    },
    async change(account, deviceId, change) {
      const { deviceId: id } = find(account, deviceId)
      for (const field of Object.keys(change))
        if (!may(account, field as SettingField)) throw new AppError('permission-denied')
      const result = await registry.edit(id, (device) => {
        const changed = applyChange(printSettings(device), change)
        if (!changed.ok) throw changed.error
        return parseSettings(changed.value)
      })
      if (result === 'unknown') throw new AppError('unknown-device')
    },
  }
}

function may(account: Account, field: SettingField): boolean {
  return grants(account.access, fieldFlags[field])
}
