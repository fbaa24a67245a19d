// Belongs here: what a guess costs, whichever way it comes in. Does not: whose password it is (authentication.ts).

import { randomBytes } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import type { Clock } from '../../platform/clock/index.ts'
import { type Log, limitLog } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { networkOf } from '../../platform/remote-address/index.ts'
import type { StoredAccount } from '../directory/index.ts'
import { createBackoff } from './backoff.ts'
import { createHashQueue } from './hash-queue.ts'
import { createMatchedPasswords } from './matched-passwords.ts'
import { type HashCost, matchesSlowHash, slowHash } from './password.ts'
import type { SecondFactorCheck } from './second-factors.ts'

/** A client names an account and sends a password hash. */
export interface Claim {
  /** The name that failures count against, beside the address. */
  readonly subject: string
  readonly passwordHash: string
  find(): Promise<StoredAccount | undefined>
  /** The slow hash that must match; `undefined`: no password is accepted for this account. */
  slowHashOf(account: StoredAccount): string | undefined
  /** The correct password of an account that is not accepted counts as a wrong one. */
  accepts(account: StoredAccount): boolean
  /** What else is asked once the password is correct. */
  readonly secondFactor: SecondFactorCheck
}

/** A password for something that has a slow hash of its own. */
export interface Guess {
  readonly subject: string
  readonly passwordHash: string
  readonly slowHash: string
}

/**
 * Checks passwords: each check costs one slow hash and a place in the queue, also for a name that does not exist. Only a password that matched
 * within the last minute costs none.
 */
export interface PasswordCheck {
  /** Throws `too-many-attempts` while the delay after failures lasts. */
  rejectDelayed(subject: string, address: string): void
  /**
   * `null`: wrong, and counted as a failure. Throws during a delay, when too many wait, and what the second factor lacks: a wrong code counts as
   * a failure. Only a complete login resets the count, so that a correct password does not make guesses of codes free.
   */
  prove(claim: Claim, address: string): Promise<StoredAccount | null>
  /**
   * Whether a password is that of something else than an account. A wrong one counts as a failure of the subject and the address, as for `prove`.
   * Throws during a delay and when too many wait.
   */
  matches(guess: Guess, address: string): Promise<boolean>
  /** A slow hash for storage; waits in the same queue. */
  slowHash(passwordHash: string, address: string): Promise<string>
}

// Two slow hashes run at once, so that file access and name lookups keep threads of the pool. 128 may wait of one address,
// because after a restart a whole office logs in again from one address.
const HASHES = { running: 2, waiting: 1024, waitingOfAddress: 128 }

export function createPasswordCheck(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly hashCost: HashCost | undefined
}): PasswordCheck {
  const backoff = createBackoff(deps.clock)
  const log = limitLog(deps.log, deps.clock)
  const queue = createHashQueue(HASHES)
  const logins = deps.metrics.counter('fleetglass_logins_total', 'Passwords checked, by result', ['result'])
  const hashes = deps.metrics.counter('fleetglass_password_hashes_total', 'Slow hashes of passwords that were computed')
  const matched = createMatchedPasswords(deps.clock)
  let decoy: Promise<string> | null = null

  const rejectDelayed = (subject: string, address: string): void => {
    const delayMs = backoff.delayMs(subject, address)
    if (delayMs === 0) return
    logins.inc({ result: 'held back' })
    throw new AppError('too-many-attempts', { seconds: Math.ceil(delayMs / 1000) })
  }
  const queued = async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const done = await queue.run(networkOf(address), work)
    if (done !== null) return done
    logins.inc({ result: 'busy' })
    throw new AppError('too-many-logins')
  }
  const fail = (subject: string, address: string): void => {
    backoff.failed(subject, address)
    logins.inc({ result: 'refused' })
    log.info(networkOf(address), { user: subject, address }, 'login refused')
  }
  const compare = async ({ subject, passwordHash, slowHash: slow }: Guess, address: string) => {
    const isRemembered = matched.has(subject, passwordHash, slow)
    const matches =
      isRemembered ||
      (await queued(address, async () => {
        // Attempts that were queued before may have failed: parallel guesses are delayed like sequential ones.
        rejectDelayed(subject, address)
        hashes.inc()
        return matchesSlowHash(slow, passwordHash)
      }))
    return { isRemembered, matches }
  }
  return {
    rejectDelayed,
    async matches(guess, address) {
      const { subject, passwordHash, slowHash: slow } = guess
      rejectDelayed(subject, address)
      const { isRemembered, matches } = await compare(guess, address)
      if (!matches) {
        fail(subject, address)
        return false
      }
      if (!isRemembered) matched.add(subject, passwordHash, slow)
      backoff.succeeded(subject, address)
      return true
    },
    async prove({ subject, passwordHash, find, slowHashOf, accepts, secondFactor }, address) {
      rejectDelayed(subject, address)
      const account = await find()
      const stored = account && slowHashOf(account)
      // An unknown name takes the same time, so that the time does not reveal which names exist.
      decoy ??= slowHash(randomBytes(32).toString('hex'), deps.hashCost)
      const slow = stored ?? (await decoy)
      const { isRemembered, matches } = await compare({ subject, passwordHash, slowHash: slow }, address)
      if (!matches || account === undefined || stored === undefined || !accepts(account)) {
        fail(subject, address)
        return null
      }
      if (!isRemembered) matched.add(subject, passwordHash, stored)
      const result = await secondFactor(account)
      if (result.kind === 'failed') {
        if (result.isGuess) fail(subject, address)
        throw result.error
      }
      if (result.kind === 'passed') backoff.succeeded(subject, address)
      logins.inc({ result: 'accepted' })
      return result.account
    },
    slowHash: (passwordHash, address) => queued(address, () => slowHash(passwordHash, deps.hashCost)),
  }
}
