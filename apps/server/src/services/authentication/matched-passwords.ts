import type { Clock } from '../../platform/clock/index.ts'
import { createCredentialDigest } from './credential-digest.ts'

const REMEMBERED_MS = 60_000
// The one that matched longest ago is forgotten first.
const MAX_REMEMBERED = 10_000

/**
 * Passwords that matched a slow hash lately. For a minute the same password of the same user costs no other hash, so that who has the
 * password, and no code of the second factor, cannot keep the processor busy. A limit of attempts would do the same, and would keep the user out,
 * who shows the password before the code as well.
 */
export interface MatchedPasswords {
  /** `slowHash` is that of the account now: after a change of the password nothing is remembered. */
  has(user: string, passwordHash: string, slowHash: string): boolean
  add(user: string, passwordHash: string, slowHash: string): void
}

export function createMatchedPasswords(clock: Pick<Clock, 'monotonicMs'>): MatchedPasswords {
  const matched = new Map<string, { readonly slowHash: string; readonly untilMs: number }>()
  const digestOf = createCredentialDigest()
  return {
    has(user, passwordHash, slowHash) {
      const found = matched.get(digestOf(user, passwordHash))
      return found !== undefined && found.slowHash === slowHash && found.untilMs > clock.monotonicMs()
    },
    add(user, passwordHash, slowHash) {
      const digest = digestOf(user, passwordHash)
      matched.delete(digest)
      matched.set(digest, { slowHash, untilMs: clock.monotonicMs() + REMEMBERED_MS })
      if (matched.size > MAX_REMEMBERED) matched.delete(matched.keys().next().value ?? '')
    },
  }
}
