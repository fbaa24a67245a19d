import { ddnsCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const ddnsTab: SettingsTab = {
  name: 'ddns',
  titleKey: 'serverSettings.ddns',
  hintKey: 'serverSettings.ddns.hint',
  calls: [ddnsCall],
  fields: [
    {
      kind: 'switch',
      name: 'enable',
      labelKey: 'serverSettings.ddns.enable',
    },
    {
      kind: 'choice',
      name: 'type',
      labelKey: 'serverSettings.ddns.type',
      choices: [
        { value: 0, labelKey: 'serverSettings.ddns.type0' },
        { value: 1, labelKey: 'serverSettings.ddns.type1' },
        { value: 2, labelKey: 'serverSettings.ddns.type2' },
      ],
    },
    {
      kind: 'text',
      name: 'server',
      labelKey: 'serverSettings.ddns.server',
      hintKey: 'serverSettings.ddns.serverHint',
    },
    {
      kind: 'text',
      name: 'user',
      labelKey: 'serverSettings.ddns.user',
    },
    {
      kind: 'secret',
      name: 'pass',
      labelKey: 'serverSettings.ddns.pass',
    },
  ],
}
