export { parseSettings, printSettings } from './device-model.wire.ts'
export { settingChangeRequestSchema, settingPath, settingRequestSchema } from './device-settings.http.ts'
export { applyChange, changedFields } from './device-settings.rules.ts'
export {
  CHANNEL_COUNTS,
  EVENT_DAYS,
  hasRecordPlan,
  hasStorageDays,
  KB_PER_MB,
  STORAGE_DAYS,
} from './device-settings.values.ts'
export {
  CHANNEL_NAME_MAX,
  type DeviceSettings,
  deviceSettingsSchema,
  fieldFlags,
  GET_SETTINGS,
  ICON_MAX,
  PLACE_MAX,
  SET_SETTINGS,
  type SettingField,
  type SettingsChange,
  settingsAccess,
  settingsAnswerSchema,
  settingsChangeSchema,
  TEXT_MAX,
} from './device-settings.wire.ts'
export { decodeParameter, SET_PARAMETER } from './named-parameter.vcp.ts'
