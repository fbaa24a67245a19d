// The asking side of device commands: any node may ask, the node that holds the connection answers (command-desk.ts).
import { deserialize, serialize } from 'node:v8'
import { type Bus, NoResponder, RequestTimeout } from '../../platform/bus/index.ts'
import type { CommandResult, DeviceCommands, PictureResult } from './commands.types.ts'
import { type DeviceRequest, deviceSubject } from './device-subject.ts'

/** How long a device may take for a command when the caller does not say. */
const COMMAND_MS = 10_000

/** A picture is taken, cut into packets and sent over a mobile link. */
const PICTURE_MS = 30_000

/** The holder's own timeout comes first; the bus only notices a holder that is gone. */
const BUS_MARGIN_MS = 2_000

/** Device commands over the bus. `offline` when no node holds a connection of the device. */
export function createDeviceCommands({ bus }: { bus: Bus }): DeviceCommands {
  const ask = async <R>(subject: string, request: DeviceRequest): Promise<R | LostResult> => {
    try {
      return deserialize(await bus.request(subject, serialize(request), request.timeoutMs + BUS_MARGIN_MS)) as R
    } catch (error) {
      if (error instanceof NoResponder) return { kind: 'offline' }
      if (error instanceof RequestTimeout) return { kind: 'timeout' }
      throw error
    }
  }
  return {
    send: (deviceId, message, { timeoutMs = COMMAND_MS } = {}) =>
      ask<CommandResult>(deviceSubject(deviceId, 'command'), { message, timeoutMs }),
    takePicture: (deviceId, channel, { timeoutMs = PICTURE_MS } = {}) =>
      ask<PictureResult>(deviceSubject(deviceId, 'picture'), { channel, timeoutMs }),
  }
}

type LostResult = { readonly kind: 'offline' } | { readonly kind: 'timeout' }
