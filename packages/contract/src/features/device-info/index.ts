export { type DeviceInfo, deviceInfoPath, deviceInfoSchema, deviceInfosSchema } from './device-info.http.ts'
