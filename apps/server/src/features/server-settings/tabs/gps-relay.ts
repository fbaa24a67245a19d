import { gpsRelayCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `ingest/relays`. */
export const gpsRelayTab: SettingsTab = {
  calls: [
    {
      call: gpsRelayCall,
      section: 'gpsrelay',
      audit: 'the relay of positions',
      targets: ({ enable, ip }) => (isOn(enable) && typeof ip === 'string' && ip !== '' ? [ip] : []),
    },
  ],
}

/** A switch as it may travel. */
export function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1'
}
