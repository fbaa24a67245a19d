import type { OwnProof } from '@fleetglass/contract/envelope'
import type { LoginRequest } from '@fleetglass/contract/session'
import type { SiteSwitches } from '@fleetglass/contract/variants'
import type { Authenticator, CallerWatch, Credentials } from '../../platform/access-policy/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import type { Account, Accounts, DirectoryChanges } from '../directory/index.ts'
import type { ApiTokenStore } from './api-token.store.ts'
import type { ApiTokens } from './api-tokens.ts'
import type { HashCost } from './password.ts'
import type { PasswordCheck } from './password-check.ts'
import type { SecondFactorStore } from './second-factor.store.ts'
import type { SecondFactors } from './second-factors.ts'
import type { OpenSession } from './session-tokens.ts'
import type { SessionOrigin, TokenStore } from './token.store.ts'

/** Accounts and passwords. */
export interface Session extends Authenticator, CallerWatch {
  verify(credentials: Credentials, address: string): Promise<SessionAccount | null>
  /** Throws as `verify` does. */
  login(request: LoginRequest, origin: SessionOrigin): Promise<LoginResult>
  /** Whether user and password are right, and whether the password has expired; the latter is reported only with the former. */
  verifyUser(credentials: Credentials, address: string): Promise<{ readonly valid: boolean; readonly expired: boolean }>
  /** Ends every login of the account. Throws why nothing was changed. */
  changePassword(
    credentials: Credentials,
    newPasswordHash: string,
    address: string,
    proof?: PasswordChangeProof,
  ): Promise<void>
  /** For a change of how the caller logs in, which an open console alone must not make. Throws what the proof lacks. */
  showAgain(caller: Account, proof: OwnProof, address: string): Promise<void>
  /** A slow hash of a new password, for storage. Throws why the password is not accepted for this user. */
  newPasswordHash(passwordHash: string, user: string, address: string): Promise<string>
  /** A session cookie for who has just shown these credentials; `null` when they are wrong. It ends with the session of these. */
  openCookie(credentials: Credentials, origin: SessionOrigin, code?: string): Promise<string | null>
  /** Ends the cookie, and leaves the session that it belongs to. */
  endCookie(token: string): Promise<void>
  /** Ends the session of the cookie, with all that was opened by it. */
  logOut(cookie: string): Promise<void>
  readonly apiTokens: ApiTokens
  readonly secondFactors: SecondFactors
  /** For passwords of other things than accounts, with the same delays after failures. */
  readonly otherPasswords: Pick<PasswordCheck, 'matches' | 'slowHash'>
  /** An account with the rights it has now, for what it began and what goes on without it; `null`: removed or expired. */
  holder(id: number, name: string): Promise<Account | null>
  /** The sessions of a user that have not ended, the last used first. */
  sessionsOf(user: string): Promise<readonly OpenSession[]>
  /** The session by which the caller came; `null`: by a password. */
  sessionOf(caller: Account): string | null
  /** Ends a session of the user, with all that was opened by it; `false`: the user has no such session. */
  endSession(user: string, session: string): Promise<boolean>
  /** Removes what a killed server left behind. */
  readonly jobs: readonly Job[]
  /**
   * Makes the account `admin` when there is no user yet. A generated password is printed before the account exists,
   * so that a server that is stopped in between prints another one at the next start.
   */
  ensureAdministrator(password: string, announce: (password: string) => void): Promise<void>
  close(): void
}

/** What a user with a second factor shows beside the password: a code, or the cookie of a session that came with one. */
export interface PasswordChangeProof {
  readonly code?: string | undefined
  readonly cookie?: string | undefined
}

/** What a login came to. What the second factor of the user lacks is thrown. */
export type LoginResult =
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'logged-in'
      readonly account: SessionAccount
      /** 64 hex digits that open streams and calls from now on. */
      readonly credential: string
      /** The session that the client asked for, 64 hex digits that do what the credential does; `null`: it asked for none. */
      readonly session: string | null
      /** Called when the connection of the login has gone: a session that nobody else knows ends with it. */
      closed(): void
    }

export interface SessionAccount extends Account {
  /** Where this user's map starts, `lat,lng`, or empty. */
  readonly mapLocation: string
}

export interface SessionDeps {
  readonly accounts: Accounts
  readonly changes: DirectoryChanges
  readonly tokens: TokenStore
  readonly apiTokens: ApiTokenStore
  readonly secondFactors: SecondFactorStore
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
