import type { Requirement } from '@fleetglass/contract/access'

/**
 * Who may use an endpoint: anyone, callers with a user and a password that the endpoint itself checks (a login), programs
 * with the token of the metrics, or the accounts that meet a requirement.
 */
export type AccessPolicy = 'anyone' | 'credentials' | 'token' | Requirement

/** One call, message, stream or socket of the server, as it was registered. */
export interface Endpoint {
  readonly kind: 'call' | 'socket' | 'message' | 'stream'
  /** Method and path of a call, path of a socket, code of a message, address of a stream. */
  readonly name: string
  readonly access: AccessPolicy
  /** What was done through it, as a sentence of the audit log. */
  readonly audit: string
  /** It changes how one logs in: refused to API tokens of every scope. */
  readonly personal?: boolean
}
