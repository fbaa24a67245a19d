import type { CommandResult, DeviceCommand } from './device-command.schema.ts'

/** Commands to devices, from any node. The node that holds the connection turns them into messages and waits for the answer. */
export interface DeviceCommands {
  /** Resolves with the device's own answer, or why there is none; `offline` when no node holds a connection of the device. */
  send(deviceId: string, command: DeviceCommand, options?: { timeoutMs?: number }): Promise<CommandResult>
}

/** The owning side: one handler per connected device. */
export interface CommandHost {
  /** Takes the commands of a device until it is closed; the latest handler of a device is the one that counts. */
  serve(deviceId: string, handle: CommandHandler): { close(): void }
}

export type CommandHandler = (command: DeviceCommand, timeoutMs: number) => Promise<CommandResult>

/** Both sides of the port. */
export interface CommandPort {
  readonly commands: DeviceCommands
  readonly host: CommandHost
}
