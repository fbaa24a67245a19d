export { createLastPoints } from './last-points.store.ts'
export { NO_CLOCK, type PointRow, readPoint } from './point-format.ts'
export { createPositionLog } from './position-log.ts'
export type * from './position-log.types.ts'
