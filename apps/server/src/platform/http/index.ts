export { addCall, addressOf } from './call.ts'
export { JsonArray } from './json-array.ts'
export { operations } from './operations.routes.ts'
export { createWebListener, type WebListener } from './web-listener.ts'
