export { createCameraMover } from './camera-mover.ts'
export { ptzMessages } from './ptz.channel.ts'
export { ptzRoutes } from './ptz.routes.ts'
