import type { Fleet } from './fleet.types.ts'

/**
 * Reports which device came online or went offline. A notice of the fleet names every device that moved, thousands at a
 * time on a large site; services with work for each channel need only these.
 */
export function onOnlineChange(fleet: Fleet, listener: (deviceId: string, online: boolean) => void): { close(): void } {
  const online = new Set<string>()
  for (const device of fleet.all()) if (device.online) online.add(device.deviceId)
  return fleet.onChange((changed) => {
    for (const device of changed) {
      if (device.online === online.has(device.deviceId)) continue
      if (device.online) online.add(device.deviceId)
      else online.delete(device.deviceId)
      listener(device.deviceId, device.online)
    }
  })
}
