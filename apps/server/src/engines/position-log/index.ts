export { createPositionLog } from './position-log.ts'
export type * from './position-log.types.ts'
