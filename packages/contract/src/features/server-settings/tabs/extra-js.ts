import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import type { SettingsCall } from '../settings-call.ts'

const SCRIPT_MAX = 200_000

/** SET-065: the text that `/gms.js` serves. */
export const extraJsCall = {
  path: '/gkserver/gmsjs',
  read: 'GET',
  fields: z.object({
    text: z.string(ruleMessage('not-text')).max(SCRIPT_MAX, ruleMessage('too-long', { most: SCRIPT_MAX })),
  }),
} as const satisfies SettingsCall
