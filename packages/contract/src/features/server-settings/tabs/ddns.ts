import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { hostField, lineField, numberField, switchField, TEXT_MAX } from '../field-rules.ts'
import { type FieldFault, settingsCall } from '../settings-call.ts'

/** SET-032, SET-033. */
export const DDNS_DYNDNS = 0
export const DDNS_NOIP = 1
export const DDNS_PORTAL = 2

const portalAddress = /^https?:\/\/[^\s?#@]+$/

/** SET-031: where the public address of the server is reported. */
export const ddnsCall = settingsCall({
  path: '/gkserver/ddns',
  read: 'POST',
  fields: z.object({
    enable: switchField,
    type: numberField(DDNS_DYNDNS, DDNS_PORTAL),
    /** The host name to update; of a portal its web address. */
    server: lineField,
    user: lineField,
    pass: z.string(ruleMessage('not-text')).max(TEXT_MAX, ruleMessage('too-long', { most: TEXT_MAX })),
  }),
  faults({ enable, type, server }): readonly FieldFault[] {
    if (server === '') return enable ? [{ field: 'server', reason: ruleMessage('empty') }] : []
    if (type === DDNS_PORTAL) {
      if (portalAddress.test(server)) return []
      return [{ field: 'server', reason: ruleMessage('not-web-address') }]
    }
    return hostField.safeParse(server).success ? [] : [{ field: 'server', reason: ruleMessage('not-host-name') }]
  },
})
