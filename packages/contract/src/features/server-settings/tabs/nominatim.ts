import { z } from 'zod'
import { lineField, switchField } from '../field-rules.ts'
import { missingTarget, settingsCall } from '../settings-call.ts'

/** SET-097: the server that is asked for addresses. */
export const nominatimCall = settingsCall({
  path: '/gkserver/nominatim',
  read: 'GET',
  fields: z.object({
    enable: switchField,
    server: lineField.regex(/^$|^https?:\/\/[^\s?#@]+$/, 'is no http:// or https:// address without user, "?" and "#"'),
  }),
  faults: ({ enable, server }) => missingTarget(enable, 'server', server),
})
