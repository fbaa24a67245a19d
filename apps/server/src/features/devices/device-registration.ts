// Belongs here: adding and removing a device, whichever way it is asked for. Does not: what is kept of it (engines/registry).
import { failureTexts } from '@fleetglass/contract/envelope'
import type { Registry } from '../../engines/registry/index.ts'
import type { Account } from '../../platform/account/index.ts'
import { refused } from '../../platform/refusal/index.ts'

export interface DeviceRegistration {
  /** Into the group of the account. Throws a refusal when it is there, or there are too many. */
  add(account: Account, device: { deviceId: string; channels: number; recording: boolean }): Promise<void>
  remove(deviceId: string): Promise<void>
}

export function createDeviceRegistration(registry: Registry): DeviceRegistration {
  return {
    async add(account, device) {
      const result = await registry.add({ ...device, groupId: account.groupId })
      if (result.kind === 'already-registered') throw refused('this device is registered already')
      if (result.kind === 'full') throw refused(`the licence ends at ${result.maxDevices} devices`)
    },
    async remove(deviceId) {
      if ((await registry.remove(deviceId)) === 'unknown') throw refused(failureTexts.unknownDevice)
    },
  }
}
