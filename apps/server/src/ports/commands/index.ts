export { commandFailure } from './command-failure.ts'
export type { CommandResult, DeviceCommands, PictureResult } from './commands.types.ts'
export { createDeviceCommands } from './device-commands.ts'
export { type CommandRequest, deviceSubject, type PictureRequest } from './device-subject.ts'
