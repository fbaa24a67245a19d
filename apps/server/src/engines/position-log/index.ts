export { createLastPoints, type LastPoints } from './last-points.store.ts'
export { MOTION_PER_DKMH, NO_CLOCK, type PointRow, readPoint } from './point-format.ts'
export { createPositionLog } from './position-log.ts'
export type * from './position-log.types.ts'
