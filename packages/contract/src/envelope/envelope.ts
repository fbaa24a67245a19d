import { z } from 'zod'

/** Upper-case SHA-256 hex of what was typed: what travels instead of the password. Compared without regard to case. */
export const passwordHashSchema = z.string().regex(/^[0-9a-fA-F]{64}$/)

/** Every call with a body carries the account in it, unless it comes with `Authorization: Basic` (user and hash). */
export const credentialsSchema = z.object({ username: z.string(), password: z.string() }).partial()

/** How a call fails, whatever its status: 401 wrong credentials, 403 missing right, 404 unknown path, else 200. */
export const failureSchema = z.object({ hasError: z.literal(true), message: z.string() })

/** How a write succeeds where its feature says nothing else. */
export const successSchema = z.object({ hasError: z.literal(false), message: z.string() })

export type Failure = z.infer<typeof failureSchema>

export function failure(message: string): Failure {
  return { hasError: true, message }
}

export function success(message = ''): z.infer<typeof successSchema> {
  return { hasError: false, message }
}

/** The one question the console asks of every answer. */
export function isFailure(answer: unknown): answer is Failure {
  return typeof answer === 'object' && answer !== null && (answer as Partial<Failure>).hasError === true
}

/** Reasons that more than one call gives. */
export const failureTexts = {
  badCredentials: 'wrong user or password',
  permissionDenied: 'permission denied',
  unknownPath: 'unknown path',
  internal: 'internal error',
} as const
