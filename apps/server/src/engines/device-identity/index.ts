export { createDeviceIdentities } from './device-identity.ts'
export type { DeviceIdentities, DeviceIdentity } from './device-identity.types.ts'
