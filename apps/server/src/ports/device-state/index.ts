export type { DeviceLine } from './device-line.types.ts'
export type { DeviceSignals, PositionSeen } from './device-signals.types.ts'
