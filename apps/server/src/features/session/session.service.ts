import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Account, AccountWatch, Authenticator, Credentials } from '../../platform/account/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { Refusal } from '../../platform/refusal/index.ts'
import { type Backoff, createBackoff } from './backoff.ts'
import { createHashLine } from './hash-line.ts'
import { hashOfPassword, matchesSlowHash, slowHash } from './password.ts'
import type { AccountStore, StoredAccount } from './session.store.ts'

/** Accounts and passwords. */
export interface Session extends Authenticator, AccountWatch {
  verify(credentials: Credentials, address: string): Promise<SessionAccount | null>
  /**
   * Makes the account `admin` when there is no user yet. A password that was made up is told before the account is there,
   * so that whoever ends the server in between is told another one at the next start.
   */
  ensureAdministrator(password: string, announce: (password: string) => void): Promise<void>
}

export interface SessionAccount extends Account {
  /** Where this user's map starts, `lat,lng`, or empty. */
  readonly mapLocation: string
}

export interface SessionDeps {
  readonly store: AccountStore
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

// A verified password is believed this long; a changed right or password takes effect within this time.
const REMEMBER_MS = 60_000
const MAX_REMEMBERED = 10_000
// Slow hashes at work at once: two, so that files and names keep threads of the pool. Of one address, which may be a whole
// office after a restart, 128 may wait.
const HASHES = { atOnce: 2, waiting: 1024, waitingOfAddress: 128 }

// No name of an account is longer; what is longer is not remembered anywhere.
const MAX_USER_LENGTH = 128

const ADMINISTRATOR = 'admin'

interface Remembered {
  readonly digest: Buffer
  readonly account: SessionAccount
  readonly untilMs: number
}

export function createSession(deps: SessionDeps): Session {
  return new StoredSession(deps)
}

class StoredSession implements Session {
  readonly #deps: SessionDeps
  readonly #backoff: Backoff
  readonly #remembered = new Map<string, Remembered>()
  /** One page opens a dozen streams at once: they share one slow hash. */
  readonly #underWay = new Map<string, Promise<SessionAccount | null>>()
  readonly #secret = randomBytes(32)
  readonly #hashing = createHashLine(HASHES)
  /** What was stored when an account was given out. */
  readonly #givenOut = new WeakMap<Account, StoredAccount>()
  readonly #logins
  #decoy: Promise<string> | null = null

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.#backoff = createBackoff(deps.clock)
    this.#logins = deps.metrics.counter('fleetglass_logins_total', 'Passwords checked, by result', ['result'])
  }

  async verify(credentials: Credentials, address: string): Promise<SessionAccount | null> {
    if (credentials.user.length > MAX_USER_LENGTH) return null
    const digest = this.#digest(credentials)
    const known = this.#recall(credentials.user, digest)
    if (known !== null) return known
    this.#refuseHeldBack(credentials.user, address)
    const key = `${address} ${digest.toString('base64')}`
    const underWay = this.#underWay.get(key) ?? this.#check(credentials, digest, address)
    this.#underWay.set(key, underWay)
    return underWay.finally(() => this.#underWay.delete(key))
  }

  async #check(credentials: Credentials, digest: Buffer, address: string): Promise<SessionAccount | null> {
    const { user, passwordHash } = credentials
    const stored = await this.#deps.store.find(user)
    // An unknown user costs the same time, so that nobody learns from it which names exist.
    const slow = stored?.passwordHash ?? (await this.#decoyHash())
    const matches = await this.#hashing.run(address, async () => {
      // Those before him in the line may have failed: many guesses at once are no more than one after the other.
      this.#refuseHeldBack(user, address)
      return matchesSlowHash(slow, passwordHash)
    })
    if (matches === null) {
      this.#logins.inc({ result: 'busy' })
      throw new Refusal('too-many', 'too many logins at the moment, try again in a few seconds')
    }
    if (!matches || stored === undefined || this.#hasExpired(stored)) {
      this.#backoff.failed(user, address)
      this.#logins.inc({ result: 'refused' })
      this.#deps.log.info({ user, address }, 'login refused')
      return null
    }
    this.#backoff.succeeded(user, address)
    this.#logins.inc({ result: 'accepted' })
    const account = toAccount(stored)
    this.#givenOut.set(account, stored)
    this.#remember(user, { digest, account, untilMs: this.#deps.clock.monotonicMs() + REMEMBER_MS })
    return account
  }

  async isCurrent(account: Account): Promise<boolean> {
    const then = this.#givenOut.get(account)
    const now = await this.#deps.store.find(account.name)
    if (then === undefined || now === undefined || this.#hasExpired(now)) return false
    const same = (field: keyof StoredAccount) => then[field] === now[field]
    return (['id', 'passwordHash', 'permission', 'access', 'groupId'] as const).every(same)
  }

  async ensureAdministrator(password: string, announce: (password: string) => void): Promise<void> {
    if (!(await this.#deps.store.isEmpty())) return
    const chosen = password === '' ? randomBytes(12).toString('base64url') : password
    const slow = await slowHash(hashOfPassword(chosen))
    if (password === '') announce(chosen)
    await this.#deps.store.addAdministrator(ADMINISTRATOR, slow)
  }

  #refuseHeldBack(user: string, address: string): void {
    const heldBackMs = this.#backoff.heldBackMs(user, address)
    if (heldBackMs === 0) return
    this.#logins.inc({ result: 'held back' })
    throw new Refusal('too-many', `too many attempts, wait ${Math.ceil(heldBackMs / 1000)} s`)
  }

  #hasExpired({ expiresS }: StoredAccount): boolean {
    return expiresS !== null && expiresS * 1000 <= this.#deps.clock.nowMs()
  }

  #recall(user: string, digest: Buffer): SessionAccount | null {
    const found = this.#remembered.get(user)
    if (found === undefined || found.untilMs <= this.#deps.clock.monotonicMs()) return null
    return timingSafeEqual(found.digest, digest) ? found.account : null
  }

  #remember(user: string, entry: Remembered): void {
    this.#remembered.delete(user)
    this.#remembered.set(user, entry)
    if (this.#remembered.size > MAX_REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value ?? '')
  }

  /** Keyed with a secret of this process: what is remembered is of no use elsewhere. */
  #digest({ user, passwordHash }: Credentials): Buffer {
    return createHmac('sha256', this.#secret).update(user).update('\0').update(passwordHash.toUpperCase()).digest()
  }

  #decoyHash(): Promise<string> {
    this.#decoy ??= slowHash(randomBytes(32).toString('hex'))
    return this.#decoy
  }
}

function toAccount(stored: StoredAccount): SessionAccount {
  const { id, name, permission, access, groupId, mapLocation } = stored
  return { id, name, permission, access, groupId, mapLocation }
}
