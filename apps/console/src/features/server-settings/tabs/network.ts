import { networkCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const networkTab: SettingsTab = {
  name: 'network',
  titleKey: 'serverSettings.network',
  hintKey: 'serverSettings.network.hint',
  isInConfiguration: true,
  calls: [networkCall],
  fields: [
    {
      kind: 'switch',
      name: 'enable_server_ip',
      labelKey: 'serverSettings.network.enableserverip',
    },
    {
      kind: 'text',
      name: 'server_ip',
      labelKey: 'serverSettings.network.serverip',
      hintKey: 'serverSettings.network.serveripHint',
    },
  ],
}
