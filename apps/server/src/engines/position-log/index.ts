export { createLastPoints } from './last-points.store.ts'
export {
  COLUMNS as POINT_COLUMNS,
  MOTION_PER_DKMH,
  NO_CLOCK,
  type PointRow,
  readPoint,
  readPoints,
} from './point-format.ts'
export { createPositionLog } from './position-log.ts'
export type * from './position-log.types.ts'
