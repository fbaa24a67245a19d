export { accountRoutes } from './account.routes.ts'
export { sessionMessages } from './session.channel.ts'
export { sessionRoutes } from './session.routes.ts'
