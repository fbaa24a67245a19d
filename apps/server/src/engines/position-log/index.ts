export { createPositionLog, MAX_WAITING, type PositionLogDeps } from './position-log.ts'
export type * from './position-log.types.ts'
