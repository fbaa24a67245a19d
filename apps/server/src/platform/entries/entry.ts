import type { Requirement } from '@fleetglass/contract/access'

/**
 * Who is answered at an endpoint: anyone, callers with a user and a password that the call itself checks (a login), programs
 * with the token of the metrics, or the accounts that meet a requirement.
 */
export type Entrance = 'anyone' | 'credentials' | 'token' | Requirement

/** One way into the server, as it was registered. */
export interface Entry {
  readonly kind: 'call' | 'socket' | 'message' | 'stream'
  /** Method and path of a call, path of a socket, code of a message, address of a stream. */
  readonly name: string
  readonly entrance: Entrance
}
