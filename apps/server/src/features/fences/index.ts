export { fenceRoutes } from './fences.routes.ts'
export { createFences } from './fences.service.ts'
