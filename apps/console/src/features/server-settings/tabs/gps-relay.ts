import { gpsRelayCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const gpsRelayTab: SettingsTab = {
  name: 'gps-relay',
  titleKey: 'serverSettings.gpsRelay',
  hintKey: 'serverSettings.gpsRelay.hint',
  calls: [gpsRelayCall],
  fields: [
    {
      kind: 'switch',
      name: 'enable',
      labelKey: 'serverSettings.gpsRelay.enable',
    },
    {
      kind: 'text',
      name: 'ip',
      labelKey: 'serverSettings.gpsRelay.ip',
      hintKey: 'serverSettings.gpsRelay.ipHint',
    },
    {
      kind: 'number',
      name: 'port',
      labelKey: 'serverSettings.gpsRelay.port',
    },
  ],
}
