export type { ChannelCall, ChannelMessage, LoginCall } from './channel.types.ts'
export { createMainChannel } from './main-channel.ts'
export { loginMessage, message } from './message.ts'
export { createUnauthenticatedConnections } from './unauthenticated-connections.ts'
