export { createRestart, type ServerRestart } from './restart.ts'
