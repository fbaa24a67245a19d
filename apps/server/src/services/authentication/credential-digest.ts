import { createHmac, randomBytes } from 'node:crypto'

/** Names a user with a password in memory. */
export type CredentialDigest = (user: string, passwordHash: string) => string

/**
 * Keyed with a secret of this process: stored values are of no use elsewhere, and the duration of a look-up reveals nothing about the
 * hash.
 */
export function createCredentialDigest(): CredentialDigest {
  const secret = randomBytes(32)
  return (user, passwordHash) => {
    const digest = createHmac('sha256', secret).update(user).update('\0').update(passwordHash.toUpperCase())
    return digest.digest('base64')
  }
}
