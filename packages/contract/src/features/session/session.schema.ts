/** The identity of a login: an account with its password, or the external user of another site. */
export type LoginRequest =
  | {
      readonly kind: 'password'
      readonly user: string
      readonly passwordHash: string
      /** `NEW_SESSION`, or the session that the client had before it lost its link; `null`: it asks for none. */
      readonly session: string | null
      /** Of the second factor; left out: there is none, or the client does not know that one is needed. */
      readonly code?: string
    }
  | { readonly kind: 'external'; readonly externalUser: string; readonly passwordHash: string; readonly code?: string }

/** Asks for a session of its own, which is listed and can be signed out. */
export const NEW_SESSION = '1'

/** Who one may be: the answer to a login. */
export interface LoggedIn {
  readonly user: string
  /** 0 is the top administrator; a higher number may less. */
  readonly permission: number
  /** One character a flag, see `access`. */
  readonly access: string
  /** 64 hex digits, the credential for streams and HTTP calls: the password's hash, or after an external login a random one. */
  readonly passwordHash: string
  /**
   * 64 hex digits that do what the hash does until its user signs this session out; absent when the login asked for no session, or the
   * server knows none.
   */
  readonly session?: string
  /** Where this user's map starts, degrees; absent when the account says nothing. */
  readonly mapCenter?: { readonly latDeg: number; readonly lngDeg: number }
}

export interface ServerInfo {
  readonly version: string
  readonly maxLicence: number
  /** Unix seconds; 0 when the licence does not end. */
  readonly expiresS: number
  /** Hours east of UTC, for example 5.5. */
  readonly timeZoneHours: number
  /** Null when the server does not report one. */
  readonly streamPort: number | null
}

/** How many accounts there can be. */
export const USERS_MAX = 1000
