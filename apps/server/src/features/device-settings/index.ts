export { settingsMessages } from './device-settings.channel.ts'
export { settingRoutes } from './device-settings.routes.ts'
export { createDeviceRecords, type DeviceRecords } from './device-settings.service.ts'
