import { z } from 'zod'

/** Upper-case SHA-256 hex of what was typed: what travels instead of the password. Compared without regard to case. */
export const passwordHashSchema = z.string().regex(/^[0-9a-fA-F]{64}$/)

/** How a call fails, whatever its status: 401 wrong credentials, 403 missing right, 404 unknown path, else 200. */
export function failure(message: string): { readonly hasError: true; readonly message: string } {
  return { hasError: true, message }
}

/** Reasons that more than one call gives. */
export const failureTexts = {
  badCredentials: 'wrong user or password',
  permissionDenied: 'permission denied',
  notLoggedIn: 'not logged in',
  unknownDevice: 'there is no such device',
  unknownPath: 'unknown path',
  internal: 'internal error',
} as const
