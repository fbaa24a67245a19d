export { bothStored } from './both-stored.ts'
export { type BusDeviceState, createBusDeviceState } from './bus-device-state.ts'
export type { DeviceLine } from './device-line.types.ts'
export type {
  ConnectionChange,
  DeviceFix,
  DeviceReport,
  IdentityReport,
  RecordingChange,
} from './device-state.schema.ts'
export type { ChangeKind, DeviceState } from './device-state.types.ts'
export { createDirectDeviceState } from './direct-device-state.ts'
