import type { Rights } from '@fleetglass/contract/access'

/** The authenticated caller. Every listener passes it to the features behind it. */
export interface Account extends Rights {
  readonly id: number
  readonly name: string
  /** The account sees the devices of this group and of those below it; permission 0 sees all. */
  readonly groupId: number
}

export interface Credentials {
  readonly user: string
  /** SHA-256 hex of the password, in either case. */
  readonly passwordHash: string
}

/** Checks a password. Cheap enough for every call: what was just verified is remembered for a short time. */
export interface Authenticator {
  /**
   * `null` for an unknown user, a wrong password and an expired account: the caller learns no difference. Throws the
   * `too-many-attempts` during the delay after failures of the same address, for unknown user names too, and
   * while too many logins wait.
   */
  verify(credentials: Credentials, address: string): Promise<Account | null>
  /** Whose session cookie this is; `null` when it ended or never was one. */
  ofCookie(token: string): Promise<Account | null>
  /** As whom a read without credentials is answered where the site has opened its reads; `null` where it has not. */
  readonly openReader: Account | null
  /** Whether a read may carry `username` and `password` in its address (API1-45). */
  readonly takesQueryCredentials: boolean
}

/** Asked about who stays for long: whether an account is still what it was when its password was checked. */
export interface AccountWatch {
  /** Not removed, not expired, with the same password and rights. Rejects when the database does not answer. */
  isCurrent(account: Account): Promise<boolean>
  /**
   * The account with the rights and the group it has now. `null`: removed, expired, another password, or the session it
   * logged in with has ended. Rejects when the database does not answer.
   */
  refreshed(account: Account): Promise<Account | null>
  /**
   * Calls `changed` when something about this account was changed, by this server or another one on the bus, so that
   * whoever holds a link or a stream of it asks `isCurrent` at once. What is changed beside all servers is found by asking
   * now and then.
   */
  onChange(account: Account, changed: () => void): { close(): void }
}
