export { createDeviceLog } from './device-log.ts'
export type { DeviceLog, DeviceLogWriter, LogLine } from './device-log.types.ts'
