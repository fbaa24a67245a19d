export { createPositionLog } from './position-log.ts'
