export { createDeviceRedirect, type DeviceRedirect } from './device-redirect.ts'
