import { AppError, ruleMessage } from '@fleetglass/contract/errors'
import {
  type FieldFault,
  type ListenerName,
  type ListenerState,
  listenersPath,
  protocolCall,
  serverSettingsAccess,
} from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { endpoint } from '../../../platform/http/index.ts'
import type { Fields, SettingsTab, TabParts } from '../settings-tab.ts'
import { isOn } from './gps-relay.ts'

/** Owner: `platform/listeners`. */
export const protocolTab: SettingsTab = {
  calls: [
    {
      call: protocolCall,
      section: 'protocol',
      audit: 'the ports of the server',
      unsaved: boundPorts,
      faults: ({ http, sslonly }, { listeners }) => lockedOut(Number(http), isOn(sslonly), listeners()),
      rejectLockout({ sslonly }, proxy) {
        if (proxy !== null && isOn(sslonly)) throw new AppError('tls-proxy-not-trusted', { proxy })
      },
    },
  ],
  actions: ({ listeners }) => [
    endpoint({
      method: 'GET',
      path: listenersPath,
      access: serverSettingsAccess,
      audit: 'Read which ports of the server are open',
      body: z.object({}),
      handle: () => ({ listeners: [...listeners()] }),
    }),
  ],
}

/** A 0 of the configuration is any free port, which is known now; a 0 of the page is off. */
function boundPorts({ config, listeners }: TabParts): Fields {
  const bound = (name: ListenerName, configured: number): readonly number[] =>
    configured === 0 ? (listeners().find((one) => one.name === name)?.open ?? []) : [configured]
  const one = (name: ListenerName, configured: number): number => bound(name, configured)[0] ?? 0
  return {
    heartbeat: one('heartbeat', config.heartbeat),
    appcommand: one('appcommand', config.main),
    http: one('http', config.http),
    https: one('https', config.https),
    streamings: bound('streamings', config.streams),
  }
}

/** SET-024: plain HTTP is given up only while https is really there. */
function lockedOut(http: number, sslonly: boolean, listeners: readonly ListenerState[]): FieldFault[] {
  const https = listeners.find(({ name }) => name === 'https')
  if (https !== undefined && https.open.length > 0) return []
  return [
    ...(http === 0 ? [{ field: 'http', reason: ruleMessage('https-not-running') }] : []),
    ...(sslonly ? [{ field: 'sslonly', reason: ruleMessage('needs-running-https') }] : []),
  ]
}
