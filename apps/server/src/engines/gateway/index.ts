export type * from './commands.types.ts'
export { createGateway } from './gateway.ts'
export type * from './gateway.types.ts'
export { createDeviceCommands } from './signalling/device-commands.ts'
