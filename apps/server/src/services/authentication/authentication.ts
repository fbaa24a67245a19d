import { createHmac, randomBytes } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import type { LoginRequest } from '@fleetglass/contract/session'
import { isInactive } from '@fleetglass/contract/users'
import { rightsOnSite, type SiteSwitches } from '@fleetglass/contract/variants'
import type { Authenticator, CallerWatch, Credentials } from '../../platform/access-policy/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Account, Accounts, DirectoryChanges, StoredAccount } from '../directory/index.ts'
import { createAccountChanges } from './account-changes.ts'
import { guessableFault } from './guessable.ts'
import { type HashCost, hashOfPassword, slowHash } from './password.ts'
import { type Claim, createPasswordCheck } from './password-check.ts'
import { createSessionTokens } from './session-tokens.ts'
import type { TokenStore } from './token.store.ts'

/** Accounts and passwords. */
export interface Session extends Authenticator, CallerWatch {
  verify(credentials: Credentials, address: string): Promise<SessionAccount | null>
  /** Throws `too-many-attempts` as `verify` does. */
  login(request: LoginRequest, address: string): Promise<LoginResult>
  /** Whether user and password are right, and whether the password has expired; the latter is reported only with the former. */
  verifyUser(credentials: Credentials, address: string): Promise<{ readonly valid: boolean; readonly expired: boolean }>
  /** Ends every login of the account. Throws why nothing was changed. */
  changePassword(credentials: Credentials, newPasswordHash: string, address: string): Promise<void>
  /** A slow hash of a new password, for storage. Throws why the password is not accepted for this user. */
  newPasswordHash(passwordHash: string, user: string, address: string): Promise<string>
  /** A session cookie for who has just shown these credentials; `null` when they are wrong. */
  openCookie(credentials: Credentials, address: string): Promise<string | null>
  endCookie(token: string): Promise<void>
  /**
   * Makes the account `admin` when there is no user yet. A generated password is printed before the account exists,
   * so that a server that is stopped in between prints another one at the next start.
   */
  ensureAdministrator(password: string, announce: (password: string) => void): Promise<void>
  close(): void
}

/** What a login came to. A second factor would be a third kind (docs/adr/0007). */
export type LoginResult =
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'logged-in'
      readonly account: SessionAccount
      /** 64 hex digits that open streams and calls from now on. */
      readonly credential: string
    }

export interface SessionAccount extends Account {
  /** Where this user's map starts, `lat,lng`, or empty. */
  readonly mapLocation: string
}

export interface SessionDeps {
  readonly accounts: Accounts
  readonly changes: DirectoryChanges
  readonly tokens: TokenStore
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** The strict deployment: what expires is the password, and a user who changes it may continue. */
  readonly strict: boolean
  /** What the site has switched off is granted to no account (RIGHT-077 … RIGHT-087). */
  readonly site: SiteSwitches
  /** The group whose devices everybody may read about; `null`: reads need a login. */
  readonly openReadsOf: number | null
  /** For old clients: reads may carry credentials in their address. */
  readonly queryCredentials: boolean
  /** `undefined`: the real one. */
  readonly hashCost: HashCost | undefined
}

// A verified password is believed this long. A change made beside this server (by another program in the database) takes
// effect within this time; one made through it at once.
const REMEMBER_MS = 60_000
const MAX_REMEMBERED = 10_000

// No name of an account is longer; what is longer is not remembered anywhere.
const MAX_USER_LENGTH = 128

// What a change of the password is worth in the strict deployment.
export const PASSWORD_DAYS = 180

const ADMINISTRATOR = 'admin'

interface Remembered {
  readonly account: SessionAccount
  readonly untilMs: number
}

export function createSession(deps: SessionDeps): Session {
  return new StoredSession(deps)
}

class StoredSession implements Session {
  readonly #deps: SessionDeps
  readonly #passwords
  readonly #tokens
  readonly #changes
  /** By a digest of user and hash. */
  readonly #remembered = new Map<string, Remembered>()
  /** Digests of the sessions of external users that were shown last; the one shown longest ago is forgotten first. */
  readonly #sessions = new Set<string>()
  /** One page opens a dozen streams at once: they share one slow hash. */
  readonly #inProgress = new Map<string, Promise<SessionAccount | null>>()
  readonly #secret = randomBytes(32)
  /** What was stored when an account was given out. */
  readonly #givenOut = new WeakMap<Account, { readonly stored: StoredAccount; readonly cookie: string | null }>()
  readonly openReader: Account | null
  readonly takesQueryCredentials: boolean

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.#passwords = createPasswordCheck(deps)
    this.#tokens = createSessionTokens({ ...deps, store: deps.tokens })
    this.#changes = createAccountChanges(deps.changes, (accountId) => this.#forget(accountId))
    this.openReader = deps.openReadsOf === null ? null : readerOf(deps.openReadsOf)
    this.takesQueryCredentials = deps.queryCredentials
  }

  async login(request: LoginRequest, address: string): Promise<LoginResult> {
    if (request.kind === 'external') return this.#loginExternal(request, address)
    const account = await this.verify(request, address)
    if (account === null) return { kind: 'refused' }
    await this.#loggedIn(account)
    return { kind: 'logged-in', account, credential: request.passwordHash.toUpperCase() }
  }

  async #loginExternal(
    { externalUser, passwordHash }: Extract<LoginRequest, { kind: 'external' }>,
    address: string,
  ): Promise<LoginResult> {
    if (externalUser.length > MAX_USER_LENGTH) return { kind: 'refused' }
    const claim: Claim = {
      // Names that other sites give are no names of ours: failures of the one do not hold back the other.
      subject: `external ${externalUser}`,
      passwordHash,
      find: () => this.#deps.accounts.findExternal(externalUser),
      slowHashOf: ({ external }) => external?.passwordHash,
      accepts: (account) => !this.#hasExpired(account),
    }
    const stored = await this.#unchanged(() => this.#passwords.prove(claim, address))
    if (stored === null) return { kind: 'refused' }
    const credential = await this.#tokens.issue('external', stored)
    await this.#loggedIn(stored)
    return { kind: 'logged-in', account: this.#giveOut(stored), credential }
  }

  async verify(credentials: Credentials, address: string): Promise<SessionAccount | null> {
    if (credentials.user.length > MAX_USER_LENGTH) return null
    const digest = this.#digest(credentials)
    const known = this.#remembered.get(digest)
    if (known !== undefined && known.untilMs > this.#deps.clock.monotonicMs()) return this.#see(known.account)
    const key = `${address} ${digest}`
    const inProgress = this.#inProgress.get(key) ?? this.#verifyAnew(credentials, digest, address)
    this.#inProgress.set(key, inProgress)
    return inProgress.finally(() => this.#inProgress.delete(key))
  }

  async #verifyAnew(credentials: Credentials, digest: string, address: string): Promise<SessionAccount | null> {
    // Before anything is looked up: a flood of guesses must not reach the database. A session that was shown lately is
    // random and cannot be a guess.
    if (!this.#sessions.has(digest)) this.#passwords.rejectDelayed(credentials.user, address)
    const stored = await this.#unchanged(
      async () =>
        (await this.#ofSession(credentials, digest)) ??
        (await this.#passwords.prove(this.#claim(credentials), address)),
    )
    if (stored === null) return null
    const account = this.#giveOut(stored)
    this.#remember(digest, { account, untilMs: this.#deps.clock.monotonicMs() + REMEMBER_MS })
    return account
  }

  async #ofSession({ user, passwordHash }: Credentials, digest: string): Promise<StoredAccount | null> {
    const stored = await this.#ofToken('external', passwordHash, user)
    this.#sessions.delete(digest)
    if (stored === null) return null
    this.#sessions.add(digest)
    if (this.#sessions.size > MAX_REMEMBERED) this.#sessions.delete(this.#sessions.keys().next().value ?? '')
    return stored
  }

  async ofCookie(token: string): Promise<Account | null> {
    const stored = await this.#ofToken('cookie', token)
    return stored && this.#giveOut(stored, token)
  }

  async openCookie(credentials: Credentials, address: string): Promise<string | null> {
    const account = await this.verify(credentials, address)
    const stored = account && this.#givenOut.get(account)?.stored
    if (!stored) return null
    await this.#loggedIn(stored)
    return this.#tokens.issue('cookie', stored)
  }

  async endCookie(token: string): Promise<void> {
    const accountId = await this.#tokens.end(token)
    if (accountId !== null) this.#deps.accounts.loggedOut(accountId)
  }

  async verifyUser(credentials: Credentials, address: string): Promise<{ valid: boolean; expired: boolean }> {
    const stored = await this.#proveOwnPassword(credentials, address)
    return { valid: stored !== null, expired: stored !== null && this.#hasExpired(stored) }
  }

  async changePassword(credentials: Credentials, newPasswordHash: string, address: string): Promise<void> {
    const { accounts, strict } = this.#deps
    const stored = await this.#proveOwnPassword(credentials, address)
    if (stored === null) throw new AppError('wrong-credentials')
    if (newPasswordHash.toUpperCase() === credentials.passwordHash.toUpperCase()) throw new AppError('same-password')
    const to = await this.newPasswordHash(newPasswordHash, stored.name, address)
    const expiresS = this.#nowS() + PASSWORD_DAYS * 86_400
    const change = { from: stored.passwordHash, to, ...(strict && { expiresS }) }
    // Somebody else was faster: the password that was shown is the old one now.
    if (!(await accounts.replacePassword(stored.id, change))) throw new AppError('wrong-credentials')
    this.#deps.log.info({ user: stored.name, address }, 'password changed')
  }

  async newPasswordHash(passwordHash: string, user: string, address: string): Promise<string> {
    const fault = guessableFault(passwordHash, user, this.#deps.strict)
    if (fault !== null) throw fault
    return this.#passwords.slowHash(passwordHash, address)
  }

  async isCurrent(account: Account): Promise<boolean> {
    const then = this.#givenOut.get(account)?.stored
    const now = await this.#deps.accounts.find(account.name)
    if (then === undefined || now === undefined || this.#hasExpired(now) || !isSame(then, now)) return false
    this.#tokens.seen(account.id)
    return true
  }

  async refreshed(account: Account): Promise<Account | null> {
    if (account === this.openReader) return account
    const then = this.#givenOut.get(account)
    if (then === undefined) return null
    const now = await this.#deps.accounts.find(account.name)
    if (now === undefined || this.#hasExpired(now) || !hasSamePasswords(then.stored, now)) return null
    const { cookie } = then
    if (cookie !== null && (await this.#tokens.holder('cookie', cookie)) === null) return null
    return this.#giveOut(now, cookie)
  }

  onChange(account: Account, changed: () => void): { close(): void } {
    return this.#changes.subscribe(account.id, changed)
  }

  async ensureAdministrator(password: string, announce: (password: string) => void): Promise<void> {
    if (!(await this.#deps.accounts.isEmpty())) return
    const chosen = password === '' ? randomBytes(12).toString('base64url') : password
    const passwordHash = await slowHash(hashOfPassword(chosen), this.#deps.hashCost)
    if (password === '') announce(chosen)
    const everything = { permission: 0, groupId: 'root', expiresS: null, mapLocation: '', external: null } as const
    await this.#deps.accounts.add({ name: ADMINISTRATOR, passwordHash, ...everything })
  }

  close(): void {
    this.#changes.close()
  }

  #claim(credentials: Credentials): Claim {
    return {
      subject: credentials.user,
      passwordHash: credentials.passwordHash,
      find: () => this.#deps.accounts.find(credentials.user),
      slowHashOf: (account) => account.passwordHash,
      accepts: (account) => !this.#hasExpired(account),
    }
  }

  /** The password itself, not a token. An expired password still belongs to its user. */
  async #proveOwnPassword(credentials: Credentials, address: string): Promise<StoredAccount | null> {
    if (credentials.user.length > MAX_USER_LENGTH) return null
    const claim = this.#claim(credentials)
    const accepts = this.#deps.strict ? (account: StoredAccount) => !this.#isInactive(account) : claim.accepts
    return this.#unchanged(() => this.#passwords.prove({ ...claim, accepts }, address))
  }

  /** A user who was removed during the check must not be accepted. */
  async #unchanged(look: () => Promise<StoredAccount | null>): Promise<StoredAccount | null> {
    const before = this.#changes.count
    const stored = await look()
    if (stored === null || this.#changes.count === before) return stored
    const now = await this.#deps.accounts.find(stored.name)
    return now !== undefined && isSame(stored, now) ? now : null
  }

  async #ofToken(kind: 'cookie' | 'external', token: string, user?: string): Promise<StoredAccount | null> {
    const holder = await this.#tokens.holder(kind, token)
    if (holder === null || (user !== undefined && user !== holder.name)) return null
    const stored = await this.#deps.accounts.find(holder.name)
    return stored !== undefined && holder.standsFor(stored) && !this.#hasExpired(stored) ? stored : null
  }

  #hasExpired(account: StoredAccount): boolean {
    const { expiresS } = account
    return (expiresS !== null && expiresS * 1000 <= this.#deps.clock.nowMs()) || this.#isInactive(account)
  }

  /** VAR-13: in the strict deployment somebody who has been away for long is refused until an administrator activates them. */
  #isInactive({ loginS, updatedS }: StoredAccount): boolean {
    const account = { logintime: loginS, updatetime: updatedS }
    return this.#deps.strict && loginS + updatedS > 0 && isInactive(account, this.#nowS())
  }

  async #loggedIn({ id }: Pick<Account, 'id'>): Promise<void> {
    await this.#deps.accounts.loggedIn(id, this.#nowS())
  }

  #nowS(): number {
    return Math.floor(this.#deps.clock.nowMs() / 1000)
  }

  #giveOut(stored: StoredAccount, cookie: string | null = null): SessionAccount {
    const { id, name, permission, access, groupId, mapLocation, retentionDays } = stored
    const rights = rightsOnSite({ permission, access }, this.#deps.site)
    const account = { id, name, ...rights, groupId, mapLocation, retentionDays }
    this.#givenOut.set(account, { stored, cookie })
    return this.#see(account)
  }

  #see(account: SessionAccount): SessionAccount {
    this.#tokens.seen(account.id)
    return account
  }

  #remember(digest: string, entry: Remembered): void {
    this.#remembered.delete(digest)
    this.#remembered.set(digest, entry)
    if (this.#remembered.size > MAX_REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value ?? '')
  }

  #forget(accountId: number | 'all'): void {
    if (accountId === 'all') this.#remembered.clear()
    for (const [digest, { account }] of this.#remembered) {
      if (account.id === accountId) this.#remembered.delete(digest)
    }
  }

  /**
   * Keyed with a secret of this process: cached values are of no use elsewhere, and the duration of a look-up reveals
   * nothing about the hash.
   */
  #digest({ user, passwordHash }: Credentials): string {
    const digest = createHmac('sha256', this.#secret).update(user).update('\0').update(passwordHash.toUpperCase())
    return digest.digest('base64')
  }
}

/** Whether an account may what it might, with the same passwords. */
function isSame(then: StoredAccount, now: StoredAccount): boolean {
  const same = (field: keyof StoredAccount): boolean => then[field] === now[field]
  return hasSamePasswords(then, now) && (['permission', 'access', 'groupId', 'retentionDays'] as const).every(same)
}

function hasSamePasswords(then: StoredAccount, now: StoredAccount): boolean {
  return (
    then.id === now.id &&
    then.passwordHash === now.passwordHash &&
    then.external?.passwordHash === now.external?.passwordHash
  )
}

/** Nobody in particular, who sees the group's devices and may nothing that asks for a number or a flag. */
function readerOf(groupId: number): Account {
  return { id: 0, name: '', groupId, permission: Number.MAX_SAFE_INTEGER, access: '' }
}
