export { createDeviceLog } from './device-log.ts'
export type * from './device-log.types.ts'
