export { recordingSettingsRoutes } from './recording-settings.routes.ts'
export { createRecordingSettings } from './recording-settings.service.ts'
