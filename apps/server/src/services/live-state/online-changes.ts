import type { Fleet } from './fleet.types.ts'

/**
 * Reports which device came online or went offline. A notice of the fleet names every device that moved, thousands at a
 * time on a large site; services with work for each channel need only these. A device that left and came back within one
 * notice is reported as both: what it was asked for on its former connection is lost.
 */
export function onOnlineChange(fleet: Fleet, listener: (deviceId: string, online: boolean) => void): { close(): void } {
  /** Of devices that are online: how often they had gone offline before. */
  const disconnects = new Map<string, number>()
  for (const device of fleet.all()) if (device.online) disconnects.set(device.deviceId, device.disconnects)
  return fleet.onChange((changed) => {
    for (const device of changed) {
      const { deviceId } = device
      const before = disconnects.get(deviceId)
      const hasLeft = before !== undefined && (!device.online || before !== device.disconnects)
      const hasCome = device.online && (before === undefined || hasLeft)
      if (hasLeft) {
        disconnects.delete(deviceId)
        listener(deviceId, false)
      }
      if (hasCome) {
        disconnects.set(deviceId, device.disconnects)
        listener(deviceId, true)
      }
    }
  })
}
