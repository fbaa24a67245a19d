import { protocolCall } from '@fleetglass/contract/server-settings'
import { FailedListeners, OpenListeners } from '../components/open-listeners.tsx'
import { addressAfter } from '../page-address.ts'
import type { SettingsTab } from '../settings-tab.ts'

export const protocolTab: SettingsTab = {
  name: 'protocol',
  titleKey: 'serverSettings.protocol',
  hintKey: 'serverSettings.protocol.hint',
  isInConfiguration: true,
  calls: [protocolCall],
  fields: [
    {
      kind: 'number',
      name: 'heartbeat',
      labelKey: 'serverSettings.protocol.heartbeat',
      hintKey: 'serverSettings.protocol.heartbeatHint',
    },
    {
      kind: 'number',
      name: 'appcommand',
      labelKey: 'serverSettings.protocol.appcommand',
      hintKey: 'serverSettings.protocol.appcommandHint',
    },
    {
      kind: 'number',
      name: 'http',
      labelKey: 'serverSettings.protocol.http',
      hintKey: 'serverSettings.protocol.httpHint',
    },
    {
      kind: 'number',
      name: 'https',
      labelKey: 'serverSettings.protocol.https',
      hintKey: 'serverSettings.protocol.httpsHint',
    },
    {
      kind: 'ports',
      name: 'streamings',
      labelKey: 'serverSettings.protocol.streamings',
      hintKey: 'serverSettings.protocol.streamingsHint',
    },
    {
      kind: 'box',
      name: 'sslonly',
      labelKey: 'serverSettings.protocol.sslonly',
      hintKey: 'serverSettings.protocol.sslonlyHint',
      needsHttps: true,
    },
    {
      kind: 'switch',
      name: 'disablelivestream',
      labelKey: 'serverSettings.protocol.disablelivestream',
      hintKey: 'serverSettings.protocol.disablelivestreamHint',
    },
  ],
  addressAfter,
  Notice: FailedListeners,
  Actions: OpenListeners,
}
