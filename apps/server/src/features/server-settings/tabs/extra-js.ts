import { extraJsCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `features/session`, which serves it as `/gms.js`. */
export const extraJsTab: SettingsTab = {
  calls: [{ call: extraJsCall, section: 'gmsjs', audit: 'the script of the site' }],
}
