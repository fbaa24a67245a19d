import type { DeviceCommand } from './device-command.schema.ts'

/** How long a device may take for a command when the caller does not say. */
const COMMAND_MS = 10_000

/** A picture is taken, cut into packets and sent over a mobile link. */
const PICTURE_MS = 30_000

export function usualTimeoutMs({ name }: DeviceCommand): number {
  return name === 'takePicture' ? PICTURE_MS : COMMAND_MS
}
