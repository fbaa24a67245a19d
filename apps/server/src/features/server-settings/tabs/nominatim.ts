import { nominatimCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'
import { isOn } from './gps-relay.ts'

/** Owner: `features/geocode`. */
export const nominatimTab: SettingsTab = {
  calls: [
    {
      call: nominatimCall,
      section: 'nominatim',
      audit: 'the geocoder',
      targets({ enable, server }) {
        const host = isOn(enable) && typeof server === 'string' ? URL.parse(server)?.hostname : undefined
        return host === undefined || host === '' ? [] : [host]
      },
    },
  ],
}
