export { createDeviceIdentities } from './device-identity.ts'
export type { DeviceIdentities, DeviceIdentity } from './device-identity.types.ts'
export { createDeviceModels, type DeviceModel, type DeviceModels } from './device-models.ts'
