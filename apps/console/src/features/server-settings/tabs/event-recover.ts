import { eventRecoverCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const eventRecoverTab: SettingsTab = {
  name: 'event-recover',
  titleKey: 'serverSettings.eventRecover',
  hintKey: 'serverSettings.eventRecover.hint',
  calls: [eventRecoverCall],
  fields: [
    {
      kind: 'choice',
      name: 'enable',
      labelKey: 'serverSettings.eventRecover.enable',
      choices: [
        { value: '', labelKey: 'serverSettings.eventRecover.never' },
        { value: '0', labelKey: 'serverSettings.eventRecover.off' },
        { value: '1', labelKey: 'serverSettings.eventRecover.on' },
      ],
    },
  ],
}
