import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { lineField, switchField } from '../field-rules.ts'
import { missingTarget, settingsCall } from '../settings-call.ts'

/** SET-097: the server that is asked for addresses. */
export const nominatimCall = settingsCall({
  path: '/gkserver/nominatim',
  read: 'GET',
  fields: z.object({
    enable: switchField,
    server: lineField.regex(/^$|^https?:\/\/[^\s?#@]+$/, ruleMessage('not-web-address')),
  }),
  faults: ({ enable, server }) => missingTarget(enable, 'server', server),
})
