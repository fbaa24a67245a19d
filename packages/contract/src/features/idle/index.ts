export { IDLE_START_S, type IdlePlace, idleStartS } from './idle.rules.ts'
