import type { Message } from '@fleetglass/jt808'

/** What travels over the bus, in the structured clone format. */
export type DeviceRequest = CommandRequest | PictureRequest

export interface CommandRequest {
  readonly message: Message
  readonly timeoutMs: number
}

export interface PictureRequest {
  readonly channel: number
  readonly timeoutMs: number
}

export type DeviceCall = 'command' | 'picture'

/**
 * Bus subject of a device's connection. Ids may hold dots, which separate words on the bus: they become `~`, which no
 * id may hold.
 */
export function deviceSubject(deviceId: string, call: DeviceCall): string {
  return `device.${deviceId.replaceAll('.', '~')}.${call}`
}
