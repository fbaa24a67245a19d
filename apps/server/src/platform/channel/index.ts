export type { ChannelCall, LoginCall } from './channel.types.ts'
export { createMainChannel, type MainChannel } from './main-channel.ts'
export { createUnauthenticatedConnections } from './unauthenticated-connections.ts'
