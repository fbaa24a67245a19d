import { z } from 'zod'
import { lineField, switchField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

/** SET-097: the server that is asked for addresses. */
export const nominatimCall = {
  path: '/gkserver/nominatim',
  read: 'GET',
  fields: z.object({
    enable: switchField,
    server: lineField.regex(/^$|^https?:\/\/[^\s?#@]+$/, 'is no http:// or https:// address without user, "?" and "#"'),
  }),
} as const satisfies SettingsCall
