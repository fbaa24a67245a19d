export { applyChange } from './device-settings.rules.ts'
export {
  type DeviceSettings,
  deviceSettingsSchema,
  fieldFlags,
  GET_SETTINGS,
  SET_SETTINGS,
  type SettingField,
  type SettingsChange,
  settingsAccess,
  settingsAnswerSchema,
  settingsChangeSchema,
} from './device-settings.schema.ts'
