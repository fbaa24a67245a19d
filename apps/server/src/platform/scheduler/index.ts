export { createScheduler } from './scheduler.ts'
export type { Job, ScheduledJob, Scheduler } from './scheduler.types.ts'
