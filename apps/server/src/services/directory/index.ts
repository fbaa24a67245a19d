export { createDeviceCodes } from './device-codes.ts'
export type { DeviceCodes } from './device-codes.types.ts'
export { createRegistry, type Registry, recordingDefaults } from './registry.ts'
export type {
  DeviceGroup,
  DeviceRegistry,
  DriverTerm,
  RegisteredDevice,
  RegistryChange,
  Settings,
} from './registry.types.ts'
export { createVisibility, type Visibility } from './visibility.ts'
