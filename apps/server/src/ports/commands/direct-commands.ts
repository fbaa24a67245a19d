import { usualTimeoutMs } from './command-timeout.ts'
import type { CommandHandler, CommandPort } from './commands.types.ts'

/** Commands inside one process: a call of the handler, nothing is encoded. */
export function createDirectCommands(): CommandPort {
  /** Bounded by the connections that are let in. */
  const handlers = new Map<string, CommandHandler>()
  return {
    commands: {
      send: async (deviceId, command, { timeoutMs = usualTimeoutMs(command) } = {}) =>
        handlers.get(deviceId)?.(command, timeoutMs) ?? { kind: 'offline' },
    },
    host: {
      serve(deviceId, handle) {
        handlers.set(deviceId, handle)
        return {
          close() {
            if (handlers.get(deviceId) === handle) handlers.delete(deviceId)
          },
        }
      },
    },
  }
}
