import { restartPlanCall } from '@fleetglass/contract/server-settings'
import { Reboot } from '../components/reboot.tsx'
import type { SettingsTab } from '../settings-tab.ts'

export const maintainTab: SettingsTab = {
  name: 'maintain',
  titleKey: 'serverSettings.maintain',
  hintKey: 'serverSettings.maintain.hint',
  calls: [restartPlanCall],
  fields: [
    {
      kind: 'choice',
      name: 'restartplan',
      labelKey: 'serverSettings.maintain.restartplan',
      choices: [
        { value: 0, labelKey: 'serverSettings.maintain.plan0' },
        { value: 1, labelKey: 'serverSettings.maintain.plan1' },
        { value: 2, labelKey: 'serverSettings.maintain.plan2' },
        { value: 3, labelKey: 'serverSettings.maintain.plan3' },
        { value: 4, labelKey: 'serverSettings.maintain.plan4' },
        { value: 5, labelKey: 'serverSettings.maintain.plan5' },
        { value: 6, labelKey: 'serverSettings.maintain.plan6' },
      ],
    },
  ],
  Actions: Reboot,
}
