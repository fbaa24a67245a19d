export { followDevices } from './device-diary.ts'
export { deviceLogRoutes } from './device-log.routes.ts'
