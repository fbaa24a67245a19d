export { removalByAge } from './removal-by-age.ts'
export { limitRound } from './round-limit.ts'
export { createScheduler } from './scheduler.ts'
export type { Job } from './scheduler.types.ts'
