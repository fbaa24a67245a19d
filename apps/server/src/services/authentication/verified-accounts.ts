import type { Credentials } from '../../platform/access-policy/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { SessionAccount } from './authentication.types.ts'
import { createCredentialDigest } from './credential-digest.ts'

// A verified password is believed this long. A change made beside this server (by another program in the database) takes
// effect within this time; one made through it at once.
const BELIEVED_MS = 60_000
// The one that was verified longest ago is forgotten first.
const MAX_VERIFIED = 10_000

/** Accounts whose credentials were verified lately, by a digest of these. */
export interface VerifiedAccounts {
  digestOf(credentials: Credentials): string
  find(digest: string): SessionAccount | null
  add(digest: string, account: SessionAccount): void
  forget(accountId: number | 'all'): void
}

export function createVerifiedAccounts(clock: Pick<Clock, 'monotonicMs'>): VerifiedAccounts {
  const verified = new Map<string, { readonly account: SessionAccount; readonly untilMs: number }>()
  const digestOf = createCredentialDigest()
  return {
    digestOf: ({ user, passwordHash }) => digestOf(user, passwordHash),
    find(digest) {
      const found = verified.get(digest)
      return found !== undefined && found.untilMs > clock.monotonicMs() ? found.account : null
    },
    add(digest, account) {
      verified.delete(digest)
      verified.set(digest, { account, untilMs: clock.monotonicMs() + BELIEVED_MS })
      if (verified.size > MAX_VERIFIED) verified.delete(verified.keys().next().value ?? '')
    },
    forget(accountId) {
      if (accountId === 'all') verified.clear()
      for (const [digest, { account }] of verified) if (account.id === accountId) verified.delete(digest)
    },
  }
}
