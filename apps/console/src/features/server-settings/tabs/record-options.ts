import { recordOptionsCall } from '@fleetglass/contract/server-settings'
import { OldRecordings } from '../components/old-data.tsx'
import { keepsLess, type SettingsTab } from '../settings-tab.ts'

export const recordOptionsTab: SettingsTab = {
  name: 'record-options',
  titleKey: 'serverSettings.recordOptions',
  hintKey: 'serverSettings.recordOptions.hint',
  isInConfiguration: true,
  calls: [recordOptionsCall],
  fields: [
    {
      kind: 'number',
      name: 'recorddays',
      labelKey: 'serverSettings.recordOptions.recorddays',
      hintKey: 'serverSettings.recordOptions.recorddaysHint',
    },
  ],
  Preview: OldRecordings,
  keepsLess: keepsLess(['recorddays']),
}
