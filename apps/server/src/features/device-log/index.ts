export { followDevices } from './activity-log.ts'
export { deviceLogRoutes } from './device-log.routes.ts'
