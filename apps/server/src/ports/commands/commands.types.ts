import type { Message } from '@fleetglass/jt808'

/** Commands to a device. They travel over the bus to the node that holds the connection. */
export interface DeviceCommands {
  /**
   * Sends one platform message and waits for the device's own answer to it: 0x0001, or the message that answers this
   * one (0x1205 for 0x9205 and 0x9201, 0x0104 for 0x8104, 0x0107 for 0x8107, 0x0201 for 0x8201, 0x0805 for 0x8801 …).
   */
  send(deviceId: string, message: Message, options?: { timeoutMs?: number }): Promise<CommandResult>
  /** Takes a picture with 0x8801 and gathers the 0x0801 that follows. */
  takePicture(deviceId: string, channel: number, options?: { timeoutMs?: number }): Promise<PictureResult>
}

export type CommandResult =
  | { readonly kind: 'answered'; readonly message: Message }
  /** 0x0001 with a result other than 0: 1 failed, 2 message wrong, 3 not supported. */
  | { readonly kind: 'refused'; readonly result: number }
  | { readonly kind: 'offline' }
  | { readonly kind: 'timeout' }
  /** The device answered, and the answer cannot be decoded: its bytes are in the device log. */
  | { readonly kind: 'unreadable' }

export type PictureResult =
  | { readonly kind: 'picture'; readonly jpeg: Uint8Array }
  | Exclude<CommandResult, { kind: 'answered' }>
