// The answering side of device commands: the node that holds the connection (the asking side is device-commands.ts).
import { deserialize, serialize } from 'node:v8'
import type { Message } from '@fleetglass/jt808'
import type { Bus, Subscription } from '../../../platform/bus/index.ts'
import { type CommandRequest, deviceSubject, type PictureRequest } from '../../../ports/commands/index.ts'
import type { DeviceSignals } from '../../../ports/device-state/index.ts'
import type { DeviceSession } from './device-session.ts'

/** Answers commands and picture requests for this device until the subscriptions are closed. */
export function serveDevice(bus: Bus, session: DeviceSession, signals: DeviceSignals): readonly Subscription[] {
  return [
    bus.respond(deviceSubject(session.deviceId, 'command'), async (bytes) => {
      const { message, timeoutMs } = deserialize(bytes) as CommandRequest
      const result = await session.desk.ask(message, timeoutMs)
      if (result.kind === 'answered' && session.device && isRestart(message)) signals.restarts(session.device)
      return serialize(result)
    }),
    bus.respond(deviceSubject(session.deviceId, 'picture'), async (bytes) => {
      const { channel, timeoutMs } = deserialize(bytes) as PictureRequest
      return serialize(await session.desk.takePicture(channel, timeoutMs))
    }),
  ]
}

/** 0x8105: off, back to factory settings, and what is called a reset; after each the device starts anew. */
function isRestart(message: Message): boolean {
  return message.name === 'terminalControl' && RESTARTS.has(message.body.command)
}

const RESTARTS: ReadonlySet<number> = new Set([3, 4, 5])
