// Belongs here: what an API token may not do though its user may.
import { API_TOKEN_PREFIX } from '@fleetglass/contract/account'
import { AppError } from '@fleetglass/contract/errors'
import type { AnyCaller } from './caller.ts'

/** What an endpoint does, as far as it matters for callers with an API token. */
export interface EndpointEffect {
  /** A call of it can change something, as its audit description says. */
  readonly changes: boolean
  /** It changes how one logs in, which is left to a person. */
  readonly personal?: boolean | undefined
}

/** Throws why the caller's API token does not allow it. */
export function rejectToken({ apiToken }: AnyCaller, { changes, personal = false }: EndpointEffect): void {
  if (apiToken === undefined) return
  if (personal) throw new AppError('not-by-api-token')
  if (apiToken === 'read' && changes) throw new AppError('read-only-api-token')
}

export function isApiToken(text: string): boolean {
  return text.startsWith(API_TOKEN_PREFIX)
}

/** The API token in `Authorization: Bearer`; `null`: there is none. Other tokens may be for a proxy in front. */
export function bearerToken(header = ''): string | null {
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  return token !== undefined && isApiToken(token) ? token : null
}

/**
 * What an API token changes in the query of a stream or file, which is where streams read who calls: the one of the head takes the place of
 * user and password. One in the address itself is dropped: addresses are kept in histories and logs (docs/adr/0017).
 */
export function bearerFields(
  password: unknown,
  header: string | undefined,
): Readonly<Record<string, string | undefined>> {
  const token = bearerToken(header)
  if (token !== null) return { user: BEARER_USER, password: token }
  return typeof password === 'string' && isApiToken(password) ? { password: undefined } : {}
}

/** Stands for the name of the user, which the token knows. */
const BEARER_USER = '-'
