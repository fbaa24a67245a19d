// Belongs here: what a guess costs, whichever way it comes in. Does not: whose password it is (session.service.ts).
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock/index.ts'
import { type Log, limitLog } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { networkOf } from '../../platform/peer/index.ts'
import { Refusal } from '../../platform/refusal/index.ts'
import type { StoredAccount } from '../directory/index.ts'
import { createBackoff } from './backoff.ts'
import { createHashLine } from './hash-line.ts'
import { type HashCost, matchesSlowHash, slowHash } from './password.ts'

/** Somebody says that he is an account, and shows a password's hash. */
export interface Claim {
  /** Whom failures count against, beside the address. */
  readonly subject: string
  readonly passwordHash: string
  find(): Promise<StoredAccount | undefined>
  /** The slow hash that must match; `undefined`: nobody can be this account in this way. */
  slowHashOf(account: StoredAccount): string | undefined
  /** A right password of an account that is not accepted counts as a wrong one. */
  accepts(account: StoredAccount): boolean
}

/** Checks passwords: each costs one slow hash and a place in one line, and the same for a name that does not exist. */
export interface PasswordCheck {
  /** Throws the `Refusal` "too-many" while he is held back; costs nothing else. */
  refuseHeldBack(subject: string, address: string): void
  /** `null`: wrong, and counted. Throws the `Refusal` "too-many" while he is held back or too many wait. */
  prove(claim: Claim, address: string): Promise<StoredAccount | null>
  /** A slow hash for storage; waits in the same line. */
  slowHash(passwordHash: string, address: string): Promise<string>
}

// Slow hashes at work at once: two, so that files and names keep threads of the pool. Of one address, which may be a whole
// office after a restart, 128 may wait.
const HASHES = { atOnce: 2, waiting: 1024, waitingOfAddress: 128 }

export function createPasswordCheck(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly hashCost: HashCost | undefined
}): PasswordCheck {
  const backoff = createBackoff(deps.clock)
  const log = limitLog(deps.log, deps.clock)
  const line = createHashLine(HASHES)
  const logins = deps.metrics.counter('fleetglass_logins_total', 'Passwords checked, by result', ['result'])
  let decoy: Promise<string> | null = null

  const refuseHeldBack = (subject: string, address: string): void => {
    const heldBackMs = backoff.heldBackMs(subject, address)
    if (heldBackMs === 0) return
    logins.inc({ result: 'held back' })
    throw new Refusal('too-many', `too many attempts, wait ${Math.ceil(heldBackMs / 1000)} s`)
  }
  const inLine = async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const done = await line.run(networkOf(address), work)
    if (done !== null) return done
    logins.inc({ result: 'busy' })
    throw new Refusal('too-many', 'too many logins at the moment, try again in a few seconds')
  }
  return {
    refuseHeldBack,
    async prove({ subject, passwordHash, find, slowHashOf, accepts }, address) {
      refuseHeldBack(subject, address)
      const account = await find()
      const stored = account && slowHashOf(account)
      // An unknown user costs the same time, so that nobody learns from it which names exist.
      decoy ??= slowHash(randomBytes(32).toString('hex'), deps.hashCost)
      const slow = stored ?? (await decoy)
      const matches = await inLine(address, async () => {
        // Those before him in the line may have failed: many guesses at once are no more than one after the other.
        refuseHeldBack(subject, address)
        return matchesSlowHash(slow, passwordHash)
      })
      if (!matches || account === undefined || stored === undefined || !accepts(account)) {
        backoff.failed(subject, address)
        logins.inc({ result: 'refused' })
        log.info(networkOf(address), { user: subject, address }, 'login refused')
        return null
      }
      backoff.succeeded(subject, address)
      logins.inc({ result: 'accepted' })
      return account
    },
    slowHash: (passwordHash, address) => inLine(address, () => slowHash(passwordHash, deps.hashCost)),
  }
}
