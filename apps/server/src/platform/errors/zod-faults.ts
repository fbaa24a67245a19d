import { AppError, fieldRefusal, ruleInEnglish } from '@fleetglass/contract/errors'
import type { z } from 'zod'

/** The first thing that a schema finds wrong with a request. */
export function invalidRequest(error: z.ZodError): AppError {
  const field = error.issues[0]?.path.join('.') ?? ''
  const reason = messageOf(error)
  return field === ''
    ? new AppError('invalid-body', { reason: ruleInEnglish(reason) })
    : new AppError('invalid-field', fieldRefusal({ field, reason }))
}

/** The same for the address of a file or a picture: with such an address there is none. */
export function unknownAddress(error: z.ZodError): AppError {
  return new AppError('unknown-address', { reason: ruleInEnglish(messageOf(error)) })
}

function messageOf({ issues: [issue] }: z.ZodError): string {
  return issue?.message ?? 'it is not complete'
}
