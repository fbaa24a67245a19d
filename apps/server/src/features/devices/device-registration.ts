// Belongs here: adding and removing a device, whichever way it is asked for. Does not: what is kept of it (services/directory).
import { AppError } from '@fleetglass/contract/errors'
import type { DeviceLogWriter } from '../../services/device-log/index.ts'
import type { Account, DeviceCodes, Registry } from '../../services/directory/index.ts'

export interface DeviceRegistration {
  /** Into the group of the account. Throws a refusal when it is there, or there are too many. */
  add(account: Account, device: { deviceId: string; channels: number; recording: boolean }): Promise<void>
  remove(deviceId: string): Promise<void>
  /** The device may connect with whatever code it has, until it has shown one of ours again. */
  resetCode(account: Account, deviceId: string): Promise<void>
}

export interface DeviceRegistrationDeps {
  readonly registry: Registry
  readonly codes: Pick<DeviceCodes, 'reset'>
  readonly deviceLog: DeviceLogWriter
}

export function createDeviceRegistration({ registry, codes, deviceLog }: DeviceRegistrationDeps): DeviceRegistration {
  return {
    async add(account, device) {
      const result = await registry.add({ ...device, groups: [account.groupId] })
      if (result.kind === 'already-registered') throw new AppError('device-registered')
      if (result.kind === 'full') throw new AppError('licence-full', { most: result.maxDevices })
    },
    async remove(deviceId) {
      if ((await registry.remove(deviceId)) === 'unknown') throw new AppError('unknown-device')
    },
    async resetCode(account, deviceId) {
      const device = registry.byId(deviceId)
      if (device === undefined) throw new AppError('unknown-device')
      await codes.reset(device.key)
      deviceLog.write(deviceId, `authentication code reset by ${account.name}`)
    },
  }
}
