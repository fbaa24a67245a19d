import { RecordDisks } from '../components/record-disks.tsx'
import type { SettingsTab } from '../settings-tab.ts'

/** Read and saved on the main channel (SET-075). */
export const recordDisksTab: SettingsTab = {
  name: 'record-disks',
  titleKey: 'serverSettings.recordDisks',
  hintKey: 'serverSettings.recordDisks.hint',
  calls: [],
  fields: [],
  Content: RecordDisks,
}
