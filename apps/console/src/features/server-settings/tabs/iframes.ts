import { iframesCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const iframesTab: SettingsTab = {
  name: 'iframes',
  titleKey: 'serverSettings.iframes',
  hintKey: 'serverSettings.iframes.hint',
  isInConfiguration: true,
  calls: [iframesCall],
  fields: [
    {
      kind: 'pages',
      name: 'iframes',
      labelKey: 'serverSettings.iframes.iframes',
    },
  ],
}
