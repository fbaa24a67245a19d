export {
  createSocketRoutes,
  type SocketRequest,
  type SocketRoute,
  type SocketRoutes,
} from './socket-routes.ts'
