import { deviceRedirectCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `ingest/device-redirect`. */
export const deviceRedirectTab: SettingsTab = {
  calls: [{ call: deviceRedirectCall, section: 'deviceredirect', audit: 'the server to which devices are redirected' }],
}
