/** What can be asked of the node that holds a device's connection. */
export type DeviceCall =
  | 'command'
  | 'live'
  | 'trace'
  | 'playback'
  | 'talk'
  | 'recording'
  | 'recording-bytes'
  | 'cover'
  | 'marks'
  | 'file'

/**
 * Bus subject of a device's connection. Ids may hold dots, which separate words on the bus: they become `~`, which no
 * id may hold.
 */
export function deviceSubject(deviceId: string, call: DeviceCall): string {
  return `device.${deviceId.replaceAll('.', '~')}.${call}`
}
