export { driverRoutes } from './drivers.routes.ts'
export { createDrivers } from './drivers.service.ts'
export { createDriverStore } from './drivers.store.ts'
