// Belongs here: where a request carries credentials. Does not: checking them (the Authenticator), and what the caller may do
// (call.ts).
import { passwordHashSchema } from '@fleetglass/contract/envelope'
import { SESSION_COOKIE } from '@fleetglass/contract/session'
import type { FastifyRequest } from 'fastify'
import { type Authenticator, bearerToken, type Caller, type Credentials } from '../access-policy/index.ts'
import { noteCaller } from './audited-calls.ts'
import { addressOf } from './client-address.ts'

/**
 * The caller by the credentials of the body or of `Authorization: Basic`, in this order; a GET, which has no body, also by
 * the session cookie, and as the open reader where the site has one. An API token as `Authorization: Bearer` counts before all of them. `null` when there are none, or wrong ones: what is
 * wrong, or cannot be read, is not made good by something else. A call that changes something takes no cookie, so that no
 * page of another site can make a browser call it. Credentials in an address are not accepted unless the site allows them
 * for reads (API1-45, ADR 0017): addresses are kept in histories and logs.
 */
export async function authenticate(request: FastifyRequest, authenticator: Authenticator): Promise<Caller | null> {
  const token = bearerToken(request.headers.authorization)
  if (token !== null) return noted(request, await authenticator.ofApiToken(token, addressOf(request)))
  const credentials =
    fromFields(request.body) ?? fromBasic(request.headers.authorization) ?? fromQuery(request, authenticator)
  if (credentials !== null) {
    if (!passwordHashSchema.safeParse(credentials.passwordHash).success) return null
    return noted(request, await authenticator.verify(credentials, addressOf(request)))
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const cookie = sessionToken(request)
  return noted(request, cookie === null ? authenticator.openReader : await authenticator.ofCookie(cookie))
}

function noted(request: FastifyRequest, caller: Caller | null): Caller | null {
  if (caller !== null) noteCaller(request, caller)
  return caller
}

/** What the browser keeps for us, or `null`. */
export const sessionToken = (request: FastifyRequest): string | null => cookieOf(request, SESSION_COOKIE)

export function cookieOf({ headers }: FastifyRequest, wanted: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.split('=')
    if (name?.trim() === wanted) return value?.trim() || null
  }
  return null
}

function fromFields(fields: unknown): Credentials | null {
  const { username, password } = (fields ?? {}) as Record<string, unknown>
  return typeof username === 'string' && typeof password === 'string'
    ? { user: username, passwordHash: password }
    : null
}

function fromQuery({ method, query }: FastifyRequest, { takesQueryCredentials }: Authenticator): Credentials | null {
  return method === 'GET' && takesQueryCredentials ? fromFields(query) : null
}

/** `Authorization: Basic` as the fields that the address of a file has, which count before it. */
export function basicFields(header: string | undefined): { readonly user?: string; readonly password?: string } {
  const credentials = fromBasic(header)
  return credentials === null ? {} : { user: credentials.user, password: credentials.passwordHash }
}

/** Of a `Basic` that cannot be read: no password has this hash, so that nothing else is tried instead. */
const UNREADABLE: Credentials = { user: '', passwordHash: '' }

/** `null` where the header is missing or has another scheme, which may be for a proxy in front. */
function fromBasic(header = ''): Credentials | null {
  const basic = /^Basic(?: +(.*))?$/i.exec(header)
  if (basic === null) return null
  const encoded = /^[A-Za-z0-9+/=]+$/.exec(basic[1] ?? '')?.[0]
  if (encoded === undefined) return UNREADABLE
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.lastIndexOf(':')
  return colon === -1 ? UNREADABLE : { user: text.slice(0, colon), passwordHash: text.slice(colon + 1) }
}
