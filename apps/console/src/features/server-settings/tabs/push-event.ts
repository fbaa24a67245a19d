import { cloudCall } from '@fleetglass/contract/server-settings'
import { EventNames } from '../components/event-names.tsx'
import type { SettingsTab } from '../settings-tab.ts'

export const pushEventTab: SettingsTab = {
  name: 'push-event',
  titleKey: 'serverSettings.pushEvent',
  hintKey: 'serverSettings.pushEvent.hint',
  calls: [cloudCall],
  fields: [
    {
      kind: 'switch',
      name: 'enable',
      labelKey: 'serverSettings.pushEvent.enable',
    },
    {
      kind: 'text',
      name: 'ip',
      labelKey: 'serverSettings.pushEvent.ip',
      hintKey: 'serverSettings.pushEvent.ipHint',
    },
    {
      kind: 'number',
      name: 'port',
      labelKey: 'serverSettings.pushEvent.port',
    },
  ],
  Actions: EventNames,
}
