export { plannedRouteRoutes } from './routes.routes.ts'
export { createPlannedRoutes } from './routes.service.ts'
