export { settingsMessages } from './device-settings.channel.ts'
export { settingRoutes } from './device-settings.routes.ts'
export { createDeviceRecords } from './device-settings.service.ts'
