export { createRouter, ROUTER_MS, type Router } from './router.ts'
