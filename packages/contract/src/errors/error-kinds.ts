/**
 * The kinds of failure. A transport answers by the kind and never by the code: `apps/server/src/platform/errors` has the
 * table for HTTP, the main channel and streams.
 */
export const errorKinds = {
  unauthenticated: 'The caller is not known to the server.',
  'incomplete-login': 'The password is correct, and the login needs more than the password.',
  'held-back': 'The password is not checked now, because too many were.',
  forbidden: 'The caller is known and has no right to this.',
  'unknown-path': 'There is no endpoint with this address and method.',
  'not-found': 'The thing does not exist, or not for this caller.',
  invalid: 'The request does not fit its description.',
  conflict: 'The request does not fit the present state.',
  unavailable: 'Something that is needed (a device, the disk, the database) does not work now.',
  'too-many': 'A limit is reached.',
  internal: 'The server failed.',
} as const

export type ErrorKind = keyof typeof errorKinds

/** What kind of failure this is, and what the person who receives it can do. `docs/errors.md` is written from it. */
export interface CataloguedError {
  readonly kind: ErrorKind
  readonly advice: string
}
