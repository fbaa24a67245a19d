import type { Requirement } from '@fleetglass/contract/access'

/**
 * Who is answered at a way into the server: anyone, whoever sends a user and a password that the call itself checks (a
 * login), or the accounts that meet a requirement.
 */
export type Entrance = 'anyone' | 'credentials' | Requirement

/** One way into the server, as it was registered. */
export interface Entry {
  readonly kind: 'call' | 'socket' | 'message' | 'stream'
  /** Method and path of a call, path of a socket, code of a message, address of a stream. */
  readonly name: string
  readonly entrance: Entrance
}
