import { heartbeatRelayCall, readHostAndPort } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'
import { isOn } from './gps-relay.ts'

/** Owner: `ingest/relays`. */
export const heartbeatRelayTab: SettingsTab = {
  calls: [
    {
      call: heartbeatRelayCall,
      section: 'hbrelay',
      audit: 'the relay of heartbeats',
      targets({ enable, addr }) {
        const target = isOn(enable) && typeof addr === 'string' ? readHostAndPort(addr) : null
        return target === null ? [] : [target.host]
      },
    },
  ],
}
