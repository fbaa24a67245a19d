import { extraJsCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const extraJsTab: SettingsTab = {
  name: 'extra-js',
  titleKey: 'serverSettings.extraJs',
  hintKey: 'serverSettings.extraJs.hint',
  isInConfiguration: true,
  calls: [extraJsCall],
  fields: [
    {
      kind: 'script',
      name: 'text',
      labelKey: 'serverSettings.extraJs.text',
      hintKey: 'serverSettings.extraJs.textHint',
    },
  ],
}
