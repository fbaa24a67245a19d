import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import type { SettingsCall } from '../settings-call.ts'

/** SET-085: whether events that a device recorded while it was offline are fetched from it; empty: never configured, as `0`. */
export const eventRecoverCall = {
  path: '/gkserver/cover',
  read: 'GET',
  fields: z.object({ enable: z.enum(['', '0', '1'], ruleMessage('not-choice', { choices: '"", 0, 1' })) }),
} as const satisfies SettingsCall
