import { sslCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const sslTab: SettingsTab = {
  name: 'ssl',
  titleKey: 'serverSettings.ssl',
  hintKey: 'serverSettings.ssl.hint',
  isInConfiguration: true,
  calls: [sslCall],
  fields: [
    {
      kind: 'lines',
      name: 'certificate',
      labelKey: 'serverSettings.ssl.certificate',
      hintKey: 'serverSettings.ssl.certificateHint',
    },
    {
      kind: 'secret-lines',
      name: 'privateKey',
      labelKey: 'serverSettings.ssl.privateKey',
    },
  ],
}
