export { footageRoutes } from './footage.routes.ts'
export { createFootageRequests } from './footage.service.ts'
