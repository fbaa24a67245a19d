export { exportRoutes } from './exports.routes.ts'
export { createExports } from './exports.service.ts'
export { roomRoutes } from './room.routes.ts'
