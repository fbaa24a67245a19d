import { sslCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `platform/tls`. */
export const sslTab: SettingsTab = {
  calls: [{ call: sslCall, section: 'encrypt', audit: 'the certificate of the server' }],
}
