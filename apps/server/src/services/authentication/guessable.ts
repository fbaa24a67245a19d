import { AppError } from '@fleetglass/contract/errors'
import { hashOfPassword } from './password.ts'

/**
 * What can be said against a new password of which only the hash is known: that it is a hash anybody would guess. The
 * whole rule of the strict deployment (length, kinds of characters) is asked by the console, which knows the password.
 */
export function guessableFault(passwordHash: string, user: string, strict: boolean): AppError | null {
  const isHashOf = (password: string): boolean => hashOfPassword(password) === passwordHash.toUpperCase()
  if (isHashOf('')) return new AppError('empty-password')
  return strict && namesOf(user).some(isHashOf) ? new AppError('password-with-user') : null
}

/** The name as it is, in one case, and with the year-like or counting ends that people put behind it. */
function namesOf(user: string): string[] {
  const [lower, upper] = [user.toLowerCase(), user.toUpperCase()]
  const capital = upper.slice(0, 1) + lower.slice(1)
  const names = [user, lower, upper, capital]
  const ends = ['', ...Array.from({ length: 100 }, (_, n) => String(n)), '123', '1234', '12345']
  return names.flatMap((name) => ends.map((end) => name + end))
}
