export type { RawData, WebSocket } from 'ws'
export { sendShared } from './shared-payload.ts'
export {
  createSocketRoutes,
  type SocketRequest,
  type SocketRoute,
  type SocketRoutes,
} from './socket-routes.ts'
