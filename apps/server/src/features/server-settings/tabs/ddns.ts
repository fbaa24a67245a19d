import { DDNS_PORTAL, ddnsCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'
import { isOn } from './gps-relay.ts'

/** Owner: `ddns.ts` beside it. */
export const ddnsTab: SettingsTab = {
  calls: [
    {
      call: ddnsCall,
      section: 'ddns',
      audit: 'the dynamic DNS provider',
      targets({ enable, type, server }) {
        if (!isOn(enable) || Number(type) !== DDNS_PORTAL || typeof server !== 'string') return []
        const host = URL.parse(server)?.hostname
        return host === undefined || host === '' ? [] : [host]
      },
    },
  ],
}
