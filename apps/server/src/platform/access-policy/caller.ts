// Belongs here: what the listeners know of an authenticated caller. Does not: accounts and how they are checked (services/).

import type { Rights } from '@fleetglass/contract/access'
import type { TokenScope } from '@fleetglass/contract/account'

/** What an access policy and the audit log read of a caller. */
export interface AnyCaller extends Rights {
  readonly id: number
  readonly name: string
  /** The scope of the API token that the caller showed; left out: a person logged in, or a program showed a password. */
  readonly apiToken?: TokenScope
}

/** The service that keeps accounts adds their type as `account` (`services/directory`), so that handlers receive it. */
export interface CallerTypes {
  readonly caller: AnyCaller
}

/** The authenticated caller, passed to the features behind a listener. The platform reads only what `AnyCaller` has. */
export type Caller = CallerTypes extends { readonly account: infer Account extends AnyCaller }
  ? Account
  : CallerTypes['caller']

export interface Credentials {
  readonly user: string
  /** SHA-256 hex of the password, in either case; a session's token or an API token in its place. */
  readonly passwordHash: string
}

/** Checks a password. Cheap enough for every call: what was just verified is remembered for a short time. */
export interface Authenticator {
  /**
   * `null` for an unknown user, a wrong password and an expired account: the caller learns no difference. Throws
   * `too-many-attempts` during the delay after failures of the same address, for unknown user names too,
   * `too-many-logins` while too many wait, and `second-factor-needed` for the correct password of a user who has one.
   */
  verify(credentials: Credentials, address: string): Promise<Caller | null>
  /** Whose session cookie this is; `null` when it ended or never was one. */
  ofCookie(token: string): Promise<Caller | null>
  /** Whose API token this is; `null` when it was revoked, has expired, or never was one. */
  ofApiToken(token: string, address: string): Promise<Caller | null>
  /** The account for reads without credentials where the site allows them; `null` where it does not. */
  readonly openReader: Caller | null
  /** Whether a read may carry `username` and `password` in its address (API1-45). */
  readonly takesQueryCredentials: boolean
}

/** For everything that stays open: whether a caller is still what they were when their password was checked. */
export interface CallerWatch {
  /** Not removed, not expired, with the same password and rights. Rejects when the database does not answer. */
  isCurrent(caller: Caller): Promise<boolean>
  /**
   * The caller with the rights and the group they have now. `null`: removed, expired, another password, or the session
   * they logged in with has ended. Rejects when the database does not answer.
   */
  refreshed(caller: Caller): Promise<Caller | null>
  /**
   * Calls `changed` when something about this caller was changed, by this server or another one on the bus, so that links and
   * streams call `isCurrent` at once. A change that was made in the database by another program is found by checking now and then.
   */
  onChange(caller: Caller, changed: () => void): { close(): void }
}
