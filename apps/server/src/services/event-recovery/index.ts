export { createEventRecovery } from './event-recovery.ts'
