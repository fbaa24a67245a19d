import { isPasswordAllowed } from '@fleetglass/contract/session'
import { z } from 'zod'
import { sha256Hex } from '../../platform/sha256/index.ts'
import type { AccountHash } from './session.calls.ts'

/** What was typed to change a password. */
export interface PasswordForm {
  readonly current: string
  readonly next: string
  readonly repeat: string
}

/**
 * LOGIN-59 … 63, LOGIN-69 … 76: what may be saved. `account` has the hash that the current password must have; the messages are
 * for the log, the form has words of its own.
 */
export function passwordSchema(account: AccountHash, strict: boolean): z.ZodType<PasswordForm, PasswordForm> {
  const currentHash = account.passwordHash.toUpperCase()
  return z
    .object({
      current: z.string().refine((typed) => typed !== '' && sha256Hex(typed) === currentHash, 'is another password'),
      next: z.string().refine((typed) => isPasswordAllowed(typed, account.user, strict), 'breaks the rule'),
      repeat: z.string(),
    })
    .superRefine(({ next, repeat }, context) => {
      if (repeat !== next) context.addIssue({ code: 'custom', path: ['repeat'], message: 'differs from the new one' })
    })
}
