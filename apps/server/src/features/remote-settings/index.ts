export { remoteSettingsFeature } from './remote-settings.module.ts'
