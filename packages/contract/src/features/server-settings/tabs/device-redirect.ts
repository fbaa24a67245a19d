import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { DEVICE_ID_MAX } from '../../devices/index.ts'
import { hostField, portField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

/** SET-054: the server to which devices whose id has the prefix are redirected. */
export const deviceRedirectCall = {
  path: '/gkserver/deviceredirect',
  read: 'GET',
  inside: 'deviceRedirect',
  fields: z.object({
    prefix: z
      .string(ruleMessage('not-text'))
      .trim()
      .max(DEVICE_ID_MAX, ruleMessage('not-id-beginning'))
      .regex(/^[A-Za-z0-9._-]*$/, ruleMessage('not-id-beginning')),
    new_server: hostField,
    new_port: portField,
  }),
} as const satisfies SettingsCall
