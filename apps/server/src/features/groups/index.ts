export { groupRoutes } from './groups.routes.ts'
export { createGroups } from './groups.service.ts'
