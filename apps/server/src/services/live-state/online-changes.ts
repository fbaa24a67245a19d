import type { Fleet } from './fleet.types.ts'

/**
 * Reports which device came online or went offline. A notice of the fleet names every device that moved, thousands at a
 * time on a large site; services with work for each channel need only these. "Offline" comes at once, so that it never ends
 * what was asked for on the connection after; "online" comes with the notice, when the device has its answer.
 */
export function onOnlineChange(fleet: Fleet, listener: (deviceId: string, online: boolean) => void): { close(): void } {
  const online = new Set<string>()
  for (const device of fleet.all()) if (device.online) online.add(device.deviceId)
  const offline = fleet.onOffline((deviceId) => {
    online.delete(deviceId)
    listener(deviceId, false)
  })
  const changes = fleet.onChange((changed) => {
    for (const device of changed) {
      if (!device.online || online.has(device.deviceId)) continue
      online.add(device.deviceId)
      listener(device.deviceId, true)
    }
  })
  return {
    close() {
      offline.close()
      changes.close()
    },
  }
}
