import { networkCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `ingest/gateway`. */
export const networkTab: SettingsTab = {
  calls: [{ call: networkCall, section: 'network', audit: 'the address to which devices send video and files' }],
}
