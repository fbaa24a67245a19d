import type { OwnProof } from '@fleetglass/contract/envelope'
import { AppError } from '@fleetglass/contract/errors'
import { type LoginRequest, NEW_SESSION } from '@fleetglass/contract/session'
import { rightsOnSite } from '@fleetglass/contract/variants'
import { type Credentials, isApiToken } from '../../platform/access-policy/index.ts'
import type { Account, StoredAccount } from '../directory/index.ts'
import { createAccountChanges } from './account-changes.ts'
import { hasSamePasswords, isSame, readerOf } from './account-comparison.ts'
import { hasExpired, isInactive } from './account-expiry.ts'
import { createHolders } from './account-holders.ts'
import { type CheckedApiTokens, createApiTokens } from './api-tokens.ts'
import type { LoginResult, PasswordChangeProof, Session, SessionAccount, SessionDeps } from './authentication.types.ts'
import { addFirstAdministrator } from './first-administrator.ts'
import { guessableFault } from './guessable.ts'
import type { ByToken, Held } from './held-token.ts'
import { type Claim, createPasswordCheck } from './password-check.ts'
import {
  type CheckedSecondFactors,
  createSecondFactors,
  type SecondFactorCheck,
  type Shown,
  withoutSecondFactor,
} from './second-factors.ts'
import { createSessionTokens, type OpenSession } from './session-tokens.ts'
import type { SessionOrigin, TokenKind } from './token.store.ts'
import { createVerifiedAccounts } from './verified-accounts.ts'

// No name of an account is longer; what is longer is not remembered anywhere.
const MAX_USER_LENGTH = 128

// Of external users whose sessions were shown lately.
const MAX_SESSIONS = 10_000

// What a change of the password is worth in the strict deployment.
export const PASSWORD_DAYS = 180

export function createSession(deps: SessionDeps): Session {
  return new StoredSession(deps)
}

class StoredSession implements Session {
  readonly #deps: SessionDeps
  readonly #passwords
  readonly #tokens
  readonly #changes
  readonly #verified
  /** Digests of the sessions of external users that were shown last; the one shown longest ago is forgotten first. */
  readonly #sessions = new Set<string>()
  /** One page opens a dozen streams at once: they share one slow hash. */
  readonly #inProgress = new Map<string, Promise<SessionAccount | null>>()
  readonly #hasExpired = (account: StoredAccount): boolean => hasExpired(account, this.#deps)
  /** What was stored when an account was given out, and the token it was given out for. */
  readonly #givenOut = new WeakMap<Account, { readonly stored: StoredAccount; readonly held: Held | null }>()
  readonly jobs: Session['jobs']
  readonly otherPasswords: Session['otherPasswords']
  readonly holder: Session['holder']
  readonly apiTokens: CheckedApiTokens
  readonly secondFactors: CheckedSecondFactors
  readonly openReader: Account | null
  readonly takesQueryCredentials: boolean

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.#passwords = this.otherPasswords = createPasswordCheck(deps)
    this.holder = createHolders(deps)
    this.#tokens = createSessionTokens({ ...deps, store: deps.tokens })
    this.jobs = [this.#tokens.removal]
    this.apiTokens = createApiTokens({ ...deps, store: deps.apiTokens })
    this.#verified = createVerifiedAccounts(deps.clock)
    this.secondFactors = createSecondFactors({
      ...deps,
      store: deps.secondFactors,
      prove: (credentials, address, check) => this.#proveOwnPassword(credentials, address, check),
    })
    this.#changes = createAccountChanges(deps.changes, (accountId) => this.#verified.forget(accountId))
    this.openReader = deps.openReadsOf === null ? null : readerOf(deps.openReadsOf)
    this.takesQueryCredentials = deps.queryCredentials
  }

  async login(request: LoginRequest, origin: SessionOrigin): Promise<LoginResult> {
    if (request.kind === 'external') return this.#loginExternal(request, origin)
    const { session: known, code } = request
    const hasSession = async (account: StoredAccount): Promise<boolean> => {
      const holder = known === null ? null : await this.#tokens.holder(['session'], known)
      return holder !== null && holder !== 'gone' && holder.standsFor(account)
    }
    const account = await this.#verify(request, origin.address, { code, hasSession })
    const given = account && this.#givenOut.get(account)
    if (!given) return { kind: 'refused' }
    const { stored, held } = given
    await this.#loggedIn(stored)
    const own = isApiToken(request.passwordHash) ? request.passwordHash : request.passwordHash.toUpperCase()
    const answer = { kind: 'logged-in', credential: own, closed: () => undefined } as const
    if (held !== null) return { ...answer, account, session: null }
    const hasSecondFactor = stored.secondFactor === 'on'
    if (known === null && !hasSecondFactor)
      return { ...answer, ...(await this.#openLink(stored, origin)), session: null }
    // A code is a login of its own, which an ended session does not keep out.
    const session = await this.#continuedSession(stored, code === undefined ? known : NEW_SESSION, origin)
    if (session === null) return { kind: 'refused' }
    const credential = hasSecondFactor ? session : own
    return { ...answer, credential, account: this.#giveOut(stored, this.#heldBy(session)), session }
  }

  /** The session that a client had before it lost its link, or a new one; `null`: its user ended it. */
  async #continuedSession(
    stored: StoredAccount,
    session: string | null,
    origin: SessionOrigin,
  ): Promise<string | null> {
    if (session !== null && session !== NEW_SESSION) {
      const holder = await this.#tokens.holder(['session'], session)
      if (holder === null) return null
      if (holder !== 'gone') return holder.standsFor(stored) ? session.toUpperCase() : null
    }
    return this.#tokens.issue('session', stored, origin)
  }

  /** A client that asked for no session has one for as long as its link, so that it is in the list and can be ended. */
  async #openLink(stored: StoredAccount, origin: SessionOrigin) {
    const token = await this.#tokens.issue('link', stored, origin)
    return {
      account: this.#giveOut(stored, this.#heldBy(token)),
      closed: () => void this.#tokens.end(token),
    }
  }

  async #loginExternal(
    { externalUser, passwordHash, code }: Extract<LoginRequest, { kind: 'external' }>,
    origin: SessionOrigin,
  ): Promise<LoginResult> {
    if (externalUser.length > MAX_USER_LENGTH) return { kind: 'refused' }
    const claim: Claim = {
      // Names that other sites give are no names of ours: failures of the one do not hold back the other.
      subject: `external ${externalUser}`,
      passwordHash,
      find: () => this.#deps.accounts.findExternal(externalUser),
      slowHashOf: ({ external }) => external?.passwordHash,
      accepts: (account) => !this.#hasExpired(account),
      secondFactor: this.secondFactors.check({ code }),
    }
    const stored = await this.#unchanged(() => this.#passwords.prove(claim, origin.address))
    if (stored === null) return { kind: 'refused' }
    const credential = await this.#tokens.issue('external', stored, origin)
    await this.#loggedIn(stored)
    const account = this.#giveOut(stored, this.#heldBy(credential))
    return { kind: 'logged-in', account, credential, session: null, closed: () => undefined }
  }

  verify(credentials: Credentials, address: string): Promise<SessionAccount | null> {
    return this.#verify(credentials, address, {})
  }

  async #verify(credentials: Credentials, address: string, shown: Shown): Promise<SessionAccount | null> {
    if (credentials.user.length > MAX_USER_LENGTH) return null
    if (isApiToken(credentials.passwordHash))
      return this.#ofApiToken(credentials.passwordHash, address, credentials.user)
    const digest = this.#verified.digestOf(credentials)
    const known = this.#verified.find(digest)
    if (known !== null) return this.#see(known)
    // What somebody else shows with the same password is not believed of this caller.
    if (shown.code !== undefined || shown.hasSession !== undefined)
      return this.#verifyAnew(credentials, digest, address, shown)
    const key = `${address} ${digest}`
    const inProgress = this.#inProgress.get(key) ?? this.#verifyAnew(credentials, digest, address, shown)
    this.#inProgress.set(key, inProgress)
    return inProgress.finally(() => this.#inProgress.delete(key))
  }

  ofApiToken(token: string, address: string): Promise<Account | null> {
    return this.#ofApiToken(token, address)
  }

  async #ofApiToken(token: string, address: string, user?: string): Promise<SessionAccount | null> {
    const found = await this.apiTokens.find(token, address)
    if (found === null || (user !== undefined && user !== found.userName)) return null
    const stored = await this.#unchanged(async () => (await this.#deps.accounts.find(found.userName)) ?? null)
    if (stored === null || this.#hasExpired(stored)) return null
    const isOpen = (): Promise<boolean> => this.apiTokens.isOpen(found.id)
    return this.#giveOut(stored, { session: null, scope: found.scope, isOpen })
  }

  async #verifyAnew(
    credentials: Credentials,
    digest: string,
    address: string,
    shown: Shown,
  ): Promise<SessionAccount | null> {
    // Before anything is looked up: a flood of guesses must not reach the database. A session that was shown lately is
    // random and cannot be a guess.
    if (!this.#sessions.has(digest)) this.#passwords.rejectDelayed(credentials.user, address)
    const bySession = await this.#ofSession(credentials, digest)
    const claim = this.#claim(credentials, this.secondFactors.check(shown))
    const stored = bySession?.stored ?? (await this.#unchanged(() => this.#passwords.prove(claim, address)))
    if (stored === null) return null
    const account = this.#giveOut(stored, bySession?.held ?? null)
    // A password that needed a code needs another one the next time.
    if (bySession !== null || stored.secondFactor === 'off') this.#verified.add(digest, account)
    return account
  }

  async #ofSession({ user, passwordHash }: Credentials, digest: string): Promise<ByToken | null> {
    const found = await this.#ofToken(['external', 'session'], passwordHash, user)
    this.#sessions.delete(digest)
    if (found === null) return null
    this.#sessions.add(digest)
    if (this.#sessions.size > MAX_SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value ?? '')
    return found
  }

  async ofCookie(token: string): Promise<Account | null> {
    const found = await this.#ofToken(['cookie'], token)
    return found && this.#giveOut(found.stored, found.held)
  }

  async openCookie(credentials: Credentials, origin: SessionOrigin, code?: string): Promise<string | null> {
    const account = await this.#verify(credentials, origin.address, { code })
    const given = account && this.#givenOut.get(account)
    if (!given) return null
    await this.#loggedIn(given.stored)
    return this.#tokens.issue('cookie', given.stored, origin, given.held?.session ?? null)
  }

  async endCookie(token: string): Promise<void> {
    this.#ended(await this.#tokens.end(token))
  }

  async logOut(cookie: string): Promise<void> {
    const holder = await this.#tokens.holder(['cookie'], cookie)
    if (holder !== null && holder !== 'gone') this.#ended(await this.#tokens.endSession(holder.session))
    await this.endCookie(cookie)
  }

  async sessionsOf(user: string): Promise<readonly OpenSession[]> {
    const stored = await this.#deps.accounts.find(user)
    return stored === undefined ? [] : this.#tokens.list(stored)
  }

  sessionOf(caller: Account): string | null {
    return this.#givenOut.get(caller)?.held?.session ?? null
  }

  async endSession(user: string, session: string): Promise<boolean> {
    const isOpen = (await this.sessionsOf(user)).some((open) => open.session === session)
    if (isOpen) this.#ended(await this.#tokens.endSession(session))
    return isOpen
  }

  /** What was opened by a session that ended is checked again, on every server. */
  #ended(accountId: number | null): void {
    if (accountId !== null) this.#deps.accounts.loggedOut(accountId)
  }

  async verifyUser(credentials: Credentials, address: string): Promise<{ valid: boolean; expired: boolean }> {
    const stored = await this.#proveOwnPassword(credentials, address, withoutSecondFactor)
    return { valid: stored !== null, expired: stored !== null && this.#hasExpired(stored) }
  }

  async changePassword(
    credentials: Credentials,
    newPasswordHash: string,
    address: string,
    { code, cookie }: PasswordChangeProof = {},
  ): Promise<void> {
    const { accounts, strict } = this.#deps
    const hasSession = async ({ id }: StoredAccount): Promise<boolean> =>
      cookie !== undefined && (await this.ofCookie(cookie))?.id === id
    const check = this.secondFactors.check({ code, hasSession })
    const stored = await this.#proveOwnPassword(credentials, address, check)
    if (stored === null) throw new AppError('wrong-credentials')
    if (newPasswordHash.toUpperCase() === credentials.passwordHash.toUpperCase()) throw new AppError('same-password')
    const to = await this.newPasswordHash(newPasswordHash, stored.name, address)
    const expiresS = this.#nowS() + PASSWORD_DAYS * 86_400
    const change = { from: stored.passwordHash, to, ...(strict && { expiresS }) }
    // Somebody else was faster: the password that was shown is the old one now.
    if (!(await accounts.replacePassword(stored.id, change))) throw new AppError('wrong-credentials')
    this.#deps.log.info({ user: stored.name, address }, 'password changed')
  }

  async showAgain(caller: Account, { currentPassword, currentCode }: OwnProof, address: string): Promise<void> {
    if (currentPassword === undefined) {
      // Who came by the password itself has shown it with this call.
      if (this.#givenOut.get(caller)?.held === null) return
      throw new AppError('current-password-needed')
    }
    const own = { user: caller.name, passwordHash: currentPassword }
    const check = this.secondFactors.checkAgain(currentCode)
    if ((await this.#proveOwnPassword(own, address, check)) === null) throw new AppError('current-password-wrong')
  }

  async newPasswordHash(passwordHash: string, user: string, address: string): Promise<string> {
    const fault = guessableFault(passwordHash, user, this.#deps.strict)
    if (fault !== null) throw fault
    return this.#passwords.slowHash(passwordHash, address)
  }

  async isCurrent(account: Account): Promise<boolean> {
    const then = this.#givenOut.get(account)
    const now = await this.#deps.accounts.find(account.name)
    if (then === undefined || now === undefined || this.#hasExpired(now) || !isSame(then.stored, now)) return false
    if (then.held !== null && !(await then.held.isOpen())) return false
    this.#see(account)
    return true
  }

  async refreshed(account: Account): Promise<Account | null> {
    if (account === this.openReader) return account
    const then = this.#givenOut.get(account)
    if (then === undefined) return null
    const now = await this.#deps.accounts.find(account.name)
    if (now === undefined || this.#hasExpired(now) || !hasSamePasswords(then.stored, now)) return null
    const { held } = then
    if (held !== null && !(await held.isOpen())) return null
    return this.#giveOut(now, held)
  }

  onChange(account: Account, changed: () => void): { close(): void } {
    return this.#changes.subscribe(account.id, changed)
  }

  ensureAdministrator(password: string, announce: (password: string) => void): Promise<void> {
    return addFirstAdministrator(this.#deps, password, announce)
  }

  close(): void {
    this.#changes.close()
  }

  #claim(credentials: Credentials, secondFactor: SecondFactorCheck): Claim {
    return {
      subject: credentials.user,
      passwordHash: credentials.passwordHash,
      find: () => this.#deps.accounts.find(credentials.user),
      slowHashOf: (account) => account.passwordHash,
      accepts: (account) => !this.#hasExpired(account),
      secondFactor,
    }
  }

  /** The password itself, not a token. An expired password still belongs to its user. */
  async #proveOwnPassword(
    credentials: Credentials,
    address: string,
    secondFactor: SecondFactorCheck,
  ): Promise<StoredAccount | null> {
    if (credentials.user.length > MAX_USER_LENGTH) return null
    const claim = this.#claim(credentials, secondFactor)
    const accepts = this.#deps.strict ? (account: StoredAccount) => !isInactive(account, this.#deps) : claim.accepts
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

  async #ofToken(kinds: readonly TokenKind[], token: string, user?: string): Promise<ByToken | null> {
    const holder = await this.#tokens.holder(kinds, token)
    if (holder === null || holder === 'gone' || (user !== undefined && user !== holder.name)) return null
    const stored = await this.#unchanged(async () => (await this.#deps.accounts.find(holder.name)) ?? null)
    if (stored === null || !holder.standsFor(stored) || this.#hasExpired(stored)) return null
    // Who must set one up has no other way in than the login that asks for it.
    if (stored.secondFactor === 'required') return null
    return { stored, held: this.#heldBy(token, holder.session) }
  }

  async #loggedIn({ id }: Pick<Account, 'id'>): Promise<void> {
    await this.#deps.accounts.loggedIn(id, this.#nowS())
  }

  #nowS(): number {
    return Math.floor(this.#deps.clock.nowMs() / 1000)
  }

  #giveOut(stored: StoredAccount, held: Held | null): SessionAccount {
    const { id, name, permission, access, groupId, mapLocation, retentionDays } = stored
    const rights = rightsOnSite({ permission, access }, this.#deps.site)
    const apiToken = held?.scope !== undefined && { apiToken: held.scope }
    const account = { id, name, ...rights, groupId, mapLocation, retentionDays, ...apiToken }
    this.#givenOut.set(account, { stored, held })
    return this.#see(account)
  }

  #see<Seen extends Account>(account: Seen): Seen {
    this.#tokens.seen(account.id)
    const session = this.sessionOf(account)
    if (session !== null) this.#tokens.used(session)
    return account
  }

  /** Left out: the token is a session of its own. */
  #heldBy(token: string, session = this.#tokens.hashOf(token)): Held {
    const hash = this.#tokens.hashOf(token)
    return { session, isOpen: () => this.#tokens.isOpen(hash) }
  }
}
