import { heartbeatRelayCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

export const heartbeatRelayTab: SettingsTab = {
  name: 'heartbeat-relay',
  titleKey: 'serverSettings.heartbeatRelay',
  hintKey: 'serverSettings.heartbeatRelay.hint',
  calls: [heartbeatRelayCall],
  fields: [
    {
      kind: 'switch',
      name: 'enable',
      labelKey: 'serverSettings.heartbeatRelay.enable',
    },
    {
      kind: 'text',
      name: 'addr',
      labelKey: 'serverSettings.heartbeatRelay.addr',
      hintKey: 'serverSettings.heartbeatRelay.addrHint',
    },
  ],
}
