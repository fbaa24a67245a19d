export { serverSettingsFeature } from './server-settings.module.ts'
