import { z } from 'zod'
import type { SettingsCall } from '../settings-call.ts'

const SCRIPT_MAX = 200_000

/** SET-065: the text that `/gms.js` serves. */
export const extraJsCall = {
  path: '/gkserver/gmsjs',
  read: 'GET',
  fields: z.object({ text: z.string('is no text').max(SCRIPT_MAX, `is longer than ${SCRIPT_MAX} characters`) }),
} as const satisfies SettingsCall
