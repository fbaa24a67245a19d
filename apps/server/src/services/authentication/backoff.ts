import type { Clock } from '../../platform/clock/index.ts'
import { networkOf } from '../../platform/remote-address/index.ts'

/** What a failed login counts against, and how many failures are allowed before the delay begins. */
interface Subject {
  readonly key: string
  readonly allowedFailures: number
}

/** Delays users and addresses that fail too often: each further failure doubles the wait, from one second to a minute. */
export interface Backoff {
  /** Remaining delay for this user at this address in milliseconds; 0: none. */
  delayMs(user: string, address: string): number
  failed(user: string, address: string): void
  /**
   * A successful login resets this user at this address, and exempts the pair from what others at the address or under the name
   * fail at, for a week.
   */
  succeeded(user: string, address: string): void
}

const MAX_WAIT_MS = 60_000
const FORGET_MS = 15 * 60_000
// Bound of the memory; the one that failed longest ago is forgotten first.
const MAX_SUBJECTS = 20_000
/** How long a pair of user and address that logged in is exempt. */
const TRUST_MS = 7 * 86_400_000
// Every account (1000) from some addresses; the pair that logged in longest ago is forgotten first.
const MAX_TRUSTED = 10_000

interface Failures {
  readonly count: number
  readonly lastMs: number
  readonly delayedUntilMs: number
}

export function createBackoff(clock: Clock): Backoff {
  const failures = new Map<string, Failures>()
  /** When each pair logged in last. */
  const trusted = new Map<string, number>()

  const recent = (key: string): Failures | undefined => {
    const found = failures.get(key)
    return found !== undefined && clock.monotonicMs() - found.lastMs < FORGET_MS ? found : undefined
  }
  const isTrusted = (key: string): boolean => {
    const sinceMs = trusted.get(key)
    return sinceMs !== undefined && clock.monotonicMs() - sinceMs < TRUST_MS
  }
  const fail = ({ key, allowedFailures }: Subject): void => {
    const nowMs = clock.monotonicMs()
    const count = (recent(key)?.count ?? 0) + 1
    const waitMs =
      count <= allowedFailures ? 0 : Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.min(count - allowedFailures - 1, 16))
    failures.delete(key)
    failures.set(key, { count, lastMs: nowMs, delayedUntilMs: nowMs + waitMs })
    if (failures.size > MAX_SUBJECTS) failures.delete(failures.keys().next().value ?? '')
  }
  return {
    delayMs(user, address) {
      const [ofPair, ofAddress, ofUser] = subjects(user, address).map(({ key }) => recent(key))
      // Guesses from elsewhere at this name slow down those who guess, and nobody else.
      const onlyPair = ofAddress === undefined || isTrusted(pair(user, address))
      const relevant = onlyPair ? [ofPair] : [ofPair, ofAddress, ofUser]
      const untilMs = Math.max(0, ...relevant.map((failures) => failures?.delayedUntilMs ?? 0))
      return Math.max(0, untilMs - clock.monotonicMs())
    },
    failed: (user, address) => subjects(user, address).forEach(fail),
    succeeded(user, address) {
      const key = pair(user, address)
      failures.delete(key)
      trusted.delete(key)
      trusted.set(key, clock.monotonicMs())
      if (trusted.size > MAX_TRUSTED) trusted.delete(trusted.keys().next().value ?? '')
    },
  }
}

/**
 * One person mistyping is distinguished from one address that tries many names (a guesser) and from many addresses that try
 * one name: those two allow more failures, because their delay affects others too:
 * all users at that address, and all addresses that failed with that name.
 */
function subjects(user: string, address: string): Subject[] {
  return [
    { key: pair(user, address), allowedFailures: 5 },
    { key: `address ${networkOf(address)}`, allowedFailures: 30 },
    { key: `user ${user}`, allowedFailures: 100 },
  ]
}

function pair(user: string, address: string): string {
  return `pair ${networkOf(address)} ${user}`
}
