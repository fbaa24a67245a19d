import { cloudCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'
import { isOn } from './gps-relay.ts'

/** Owner: `services/event-push`. */
export const pushEventTab: SettingsTab = {
  calls: [
    {
      call: cloudCall,
      section: 'cloud',
      audit: 'the server to which events are sent',
      targets: ({ enable, ip }) => (isOn(enable) && typeof ip === 'string' && ip !== '' ? [ip] : []),
    },
  ],
}
