/** Reasons to reject a password in the strict deployment, in the order of their checks. */
export type PasswordFault =
  | 'too-short'
  | 'no-lowercase'
  | 'no-uppercase'
  | 'no-digit-or-special'
  | 'other-character'
  | 'contains-user'

/** Characters of a strict password. */
export const PASSWORD_LENGTH_MIN = 8

/**
 * The strict deployment's rule of a new password. The client that hashes it must call this: the server receives hashes only, and can
 * refuse no more than the hashes it can guess. Other deployments ask for a password that is not empty, and no more.
 */
export function strictPasswordFaults(password: string, user: string): readonly PasswordFault[] {
  const faults: (PasswordFault | false)[] = [
    password.length < PASSWORD_LENGTH_MIN && 'too-short',
    !/[a-z]/.test(password) && 'no-lowercase',
    !/[A-Z]/.test(password) && 'no-uppercase',
    !/[0-9@#$%^&+=]/.test(password) && 'no-digit-or-special',
    !/^[A-Za-z0-9@#$%^&+=]*$/.test(password) && 'other-character',
    user !== '' && password.toLowerCase().includes(user.toLowerCase()) && 'contains-user',
  ]
  return faults.filter((fault) => fault !== false)
}

/** Whether a new password may be taken in this deployment. */
export function isPasswordAllowed(password: string, user: string, strict: boolean): boolean {
  return password !== '' && (!strict || strictPasswordFaults(password, user).length === 0)
}
