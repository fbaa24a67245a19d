// The answering side of device commands: the node that holds the connection (the asking side is device-commands.ts).
import { deserialize, serialize } from 'node:v8'
import type { Bus, Subscription } from '../../../platform/bus/index.ts'
import type { DeviceSession } from './device-session.ts'
import { type CommandRequest, deviceSubject, type PictureRequest } from './device-subject.ts'

/** Answers commands and picture requests for this device until the subscriptions are closed. */
export function serveDevice(bus: Bus, session: DeviceSession): readonly Subscription[] {
  return [
    bus.respond(deviceSubject(session.deviceId, 'command'), async (bytes) => {
      const { message, timeoutMs } = deserialize(bytes) as CommandRequest
      return serialize(await session.desk.ask(message, timeoutMs))
    }),
    bus.respond(deviceSubject(session.deviceId, 'picture'), async (bytes) => {
      const { channel, timeoutMs } = deserialize(bytes) as PictureRequest
      return serialize(await session.desk.takePicture(channel, timeoutMs))
    }),
  ]
}
