import { eventRecoverCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `services/event-recovery`. */
export const eventRecoverTab: SettingsTab = {
  calls: [{ call: eventRecoverCall, section: 'cover', audit: 'whether missed events are fetched from devices' }],
}
