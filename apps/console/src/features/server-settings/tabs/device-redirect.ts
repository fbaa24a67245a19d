import { deviceRedirectCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const deviceRedirectTab: SettingsTab = {
  name: 'device-redirect',
  titleKey: 'serverSettings.deviceRedirect',
  hintKey: 'serverSettings.deviceRedirect.hint',
  calls: [deviceRedirectCall],
  fields: [
    {
      kind: 'text',
      name: 'prefix',
      labelKey: 'serverSettings.deviceRedirect.prefix',
      hintKey: 'serverSettings.deviceRedirect.prefixHint',
    },
    {
      kind: 'text',
      name: 'new_server',
      labelKey: 'serverSettings.deviceRedirect.newserver',
      hintKey: 'serverSettings.deviceRedirect.newserverHint',
    },
    {
      kind: 'number',
      name: 'new_port',
      labelKey: 'serverSettings.deviceRedirect.newport',
    },
  ],
}
