export { addCall, addressOf, authenticate, type Call } from './call.ts'
export { operations } from './operations.routes.ts'
export { createWebListener, type WebListener } from './web-listener.ts'
