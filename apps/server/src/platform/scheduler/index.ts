export { limitRound } from './round-limit.ts'
export { createScheduler } from './scheduler.ts'
export type { Job } from './scheduler.types.ts'
