export {
  type DeviceInfo,
  deviceInfoPath,
  deviceInfoReadPath,
  deviceInfoSchema,
  deviceInfosSchema,
} from './device-info.http.ts'
