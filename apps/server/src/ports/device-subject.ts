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
 * Bus subject of a device's connection: the id is one word of it, whatever it is. Ids may hold dots, which separate words on
 * the bus: they become `~`. Other signs are in no id of a device, and may be in what a caller sends as one: each of their bytes
 * becomes `=` and two hexadecimal digits.
 */
export function deviceSubject(deviceId: string, call: DeviceCall): string {
  return `device.${asWord(deviceId)}.${call}`
}

function asWord(id: string): string {
  if (id === '') return '='
  return id.replace(/[^\w.-]/gu, escaped).replaceAll('.', '~')
}

function escaped(sign: string): string {
  return [...Buffer.from(sign)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('')
}
