export type DeviceCall = 'command' | 'picture'

/**
 * Bus subject of a device's connection. Ids may hold dots, which separate words on the bus: they become `~`, which no
 * id may hold.
 */
export function deviceSubject(deviceId: string, call: DeviceCall): string {
  return `device.${deviceId.replaceAll('.', '~')}.${call}`
}
