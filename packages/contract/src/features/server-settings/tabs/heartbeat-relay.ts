import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { lineField, switchField } from '../field-rules.ts'
import { missingTarget, settingsCall } from '../settings-call.ts'

const addressPattern = /^(\[[0-9a-fA-F:.]+\]|[^\s:/[\]]+):(\d{1,5})$/

/** `host:port`, an IPv6 address in brackets; or nothing. */
const addressField = lineField.refine(
  (text) => text === '' || readHostAndPort(text) !== null,
  ruleMessage('not-host-port'),
)

/** SET-099, SET-101: where each heartbeat is forwarded to. */
export const heartbeatRelayCall = settingsCall({
  path: '/gkserver/hbrelay',
  read: 'GET',
  fields: z.object({ enable: switchField, addr: addressField }),
  faults: ({ enable, addr }) => missingTarget(enable, 'addr', addr),
})

export function readHostAndPort(text: string): { readonly host: string; readonly port: number } | null {
  const [, host = '', digits] = addressPattern.exec(text) ?? []
  const port = Number(digits)
  return port >= 1 && port <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port } : null
}
