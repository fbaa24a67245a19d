import { nominatimCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const nominatimTab: SettingsTab = {
  name: 'nominatim',
  titleKey: 'serverSettings.nominatim',
  hintKey: 'serverSettings.nominatim.hint',
  isInConfiguration: true,
  calls: [nominatimCall],
  fields: [
    {
      kind: 'switch',
      name: 'enable',
      labelKey: 'serverSettings.nominatim.enable',
    },
    {
      kind: 'text',
      name: 'server',
      labelKey: 'serverSettings.nominatim.server',
      hintKey: 'serverSettings.nominatim.serverHint',
    },
  ],
}
