export { defineSettings } from './define-settings.ts'
export { SECRET_MASK, Secret, secret } from './secret.ts'
export { createSettings } from './settings.ts'
export type {
  OpenSettings,
  SavedSettings,
  Settings,
  SettingsAuthor,
  SettingsSection,
} from './settings.types.ts'
