export { addCall, addressOf, authenticate, type Call } from './call.ts'
export { consoleFiles } from './console-files.routes.ts'
export { operations } from './operations.routes.ts'
export { createWebListener, type WebListener } from './web-listener.ts'
