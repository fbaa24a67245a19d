import type { DeviceFirmware, FirmwareOrder } from '@fleetglass/contract/firmware'

/** What is typed for an update. */
export type UpdateOrder = Omit<FirmwareOrder, 'deviceId'>

export const noOrder: UpdateOrder = { url: '', user: '', password: '' }

/** FW-12, FW-13. */
export function mayUpdate({ status }: Pick<DeviceFirmware, 'status'>, { url }: UpdateOrder): boolean {
  return (status === 0 || status === 100) && url.trim() !== ''
}
