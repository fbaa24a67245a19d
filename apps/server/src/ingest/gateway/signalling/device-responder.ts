// The owning side of device commands: this node holds the connection.
import type { CommandHost, DeviceCommand } from '../../../ports/commands/index.ts'
import type { DeviceReports } from '../../device-reports.types.ts'
import type { DeviceSession } from './device-session.ts'

/** Takes the commands for this device until the subscription is closed. */
export function serveDevice(host: CommandHost, session: DeviceSession, reports: DeviceReports): { close(): void } {
  return host.serve(session.deviceId, async (command, timeoutMs) => {
    const result = await session.pending.ask(command, timeoutMs)
    if (result.kind === 'answered' && session.device && isRestart(command)) reports.restarts(session.device)
    return result
  })
}

/** 0x8105: off, back to factory settings, and what is called a reset; after each the device starts anew. */
function isRestart(command: DeviceCommand): boolean {
  return command.name === 'control' && RESTARTS.has(command.word)
}

const RESTARTS: ReadonlySet<number> = new Set([3, 4, 5])
