import { extraJsCall } from '@fleetglass/contract/server-settings'
import { ScriptNotice } from '../components/script-notice.tsx'
import type { SettingsTab } from '../settings-tab.ts'

export const extraJsTab: SettingsTab = {
  name: 'extra-js',
  titleKey: 'serverSettings.extraJs',
  hintKey: 'serverSettings.extraJs.hint',
  Notice: ScriptNotice,
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
