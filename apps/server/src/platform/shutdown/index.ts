export { createShutdown } from './shutdown.ts'
