/** Who one may be: the answer to a login. */
export interface LoggedIn {
  readonly user: string
  /** 0 is the top administrator; a higher number may less. */
  readonly permission: number
  /** One character a flag, see `access`. */
  readonly access: string
  /** Upper-case SHA-256 hex: the credential for streams and HTTP calls. */
  readonly passwordHash: string
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
  readonly streamPort: number
}

/** One sentence for unknown user, wrong password and expired account: nothing can be learned from it. */
export const LOGIN_REFUSED = 'wrong user or password'
