export { recordingSettingsFeature } from './recording-settings.module.ts'
