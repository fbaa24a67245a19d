export { deviceInfoRoutes } from './device-info.routes.ts'
