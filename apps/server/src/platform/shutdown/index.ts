export { createShutdown, type Shutdown } from './shutdown.ts'
