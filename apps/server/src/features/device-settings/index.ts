export { deviceSettingsFeature } from './device-settings.module.ts'
