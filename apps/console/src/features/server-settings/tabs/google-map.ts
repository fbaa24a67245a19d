import { googleKeyCall, mapCenterCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const googleMapTab: SettingsTab = {
  name: 'google-map',
  titleKey: 'serverSettings.googleMap',
  hintKey: 'serverSettings.googleMap.hint',
  isInConfiguration: true,
  calls: [googleKeyCall, mapCenterCall],
  fields: [
    {
      kind: 'text',
      name: 'googleKey',
      labelKey: 'serverSettings.googleMap.googleKey',
      hintKey: 'serverSettings.googleMap.googleKeyHint',
    },
    {
      kind: 'text',
      name: 'center',
      labelKey: 'serverSettings.googleMap.center',
      hintKey: 'serverSettings.googleMap.centerHint',
    },
  ],
}
