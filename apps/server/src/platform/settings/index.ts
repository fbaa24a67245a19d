export { defineSettings } from './define-settings.ts'
export { secret } from './secret.ts'
export { createSettings } from './settings.ts'
export type { OpenSettings, SavedSettings, Settings } from './settings.types.ts'
