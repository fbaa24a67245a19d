export { bothStored } from './both-stored.ts'
export { createBusDeviceState } from './bus-device-state.ts'
export type { ConnectedDevice } from './connected-device.types.ts'
export type {
  DeviceFix,
  DeviceReport,
  IdentityReport,
  UpgradeReport,
} from './device-state.schema.ts'
export type { DeviceState } from './device-state.types.ts'
export { createDirectDeviceState } from './direct-device-state.ts'
