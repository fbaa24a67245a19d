import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import type { SettingsCall } from '../settings-call.ts'

/** A chain of ten certificates with long keys has less. */
const PEM_MAX = 100_000

const pemField = z
  .string(ruleMessage('not-text'))
  .trim()
  .max(PEM_MAX, ruleMessage('too-long', { most: PEM_MAX }))

/** SET-057: the certificate with its chain, and its key, both PEM; both empty: those of the configuration file. */
export const sslCall = {
  path: '/gkserver/encrypt',
  read: 'POST',
  fields: z.object({ certificate: pemField, privateKey: pemField }),
} as const satisfies SettingsCall
