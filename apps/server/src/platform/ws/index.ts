export type { RawData, WebSocket } from 'ws'
export { createAddressCounts } from './address-counts.ts'
export { createGracefulClose } from './graceful-close.ts'
export { binaryFrame, sendFrames, sendShared, textFrame } from './shared-payload.ts'
export {
  createSocketRoutes,
  type SocketOpening,
  type SocketRequest,
  type SocketRoute,
  type SocketRoutes,
} from './socket-routes.ts'
