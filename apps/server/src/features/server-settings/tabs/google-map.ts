import { googleKeyCall, mapCenterCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `features/session`, whose script brings them to the console before anyone is logged in. */
export const googleMapTab: SettingsTab = {
  calls: [
    { call: googleKeyCall, section: 'map', audit: 'the key of the maps script' },
    { call: mapCenterCall, section: 'map', audit: 'the centre of maps' },
  ],
}
