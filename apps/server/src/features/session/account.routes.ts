import { AppError } from '@fleetglass/contract/errors'
import {
  PASSWORD_CHANGED,
  passwordChangeSchema,
  passwordPath,
  SESSION_COOKIE,
  sessionPath,
  sessionRequestSchema,
  verifyUserPath,
  verifyUserRequestSchema,
} from '@fleetglass/contract/session'
import { z } from 'zod'
import { type HttpEndpoint, isSecure, openEndpoint, sessionToken } from '../../platform/http/index.ts'
import type { Session } from '../../services/authentication/index.ts'

/** The password. The call checks by itself who calls: a password that has expired may be changed. */
export const passwordEndpoints = (session: Session): HttpEndpoint[] => [
  openEndpoint({
    method: 'PUT',
    path: passwordPath,
    access: 'credentials',
    audit: 'Changed the password of user {username}',
    body: passwordChangeSchema,
    async handle({ body: { username, password, newpass, code }, address, request }) {
      const proof = { code, cookie: sessionToken(request) ?? undefined }
      await session.changePassword({ user: username, passwordHash: password }, newpass, address, proof)
      return { hasError: false, message: PASSWORD_CHANGED }
    },
  }),
]

/** The strict deployment reports before the login whether a password has expired. */
export const verificationEndpoints = (session: Session): HttpEndpoint[] => [
  openEndpoint({
    method: 'POST',
    path: verifyUserPath,
    access: 'credentials',
    audit: 'Checked the password of user {username}',
    body: verifyUserRequestSchema,
    async handle({ body: { username, password }, address }) {
      return { hasError: false, ...(await session.verifyUser({ user: username, passwordHash: password }, address)) }
    },
  }),
]

/** The session cookie. */
export const cookieEndpoints = (session: Session): HttpEndpoint[] => [
  openEndpoint({
    method: 'POST',
    path: sessionPath,
    access: 'credentials',
    audit: 'Logged in as user {username}',
    body: sessionRequestSchema,
    async handle({ body: { username, password, code }, address, request, reply }) {
      const origin = { address, client: request.headers['user-agent'] ?? '' }
      const token = await session.openCookie({ user: username, passwordHash: password }, origin, code)
      if (token === null) throw new AppError('wrong-credentials')
      // A browser that logs in again, as another user or the same, leaves no old session behind.
      const before = sessionToken(request)
      if (before !== null) await session.endCookie(before)
      reply.header('set-cookie', cookie(token, isSecure(request)))
      return { hasError: false }
    },
  }),
  openEndpoint({
    method: 'DELETE',
    path: sessionPath,
    access: 'anyone',
    audit: 'Logged out',
    body: z.unknown(),
    async handle({ request, reply }) {
      const token = sessionToken(request)
      if (token !== null) await session.logOut(token)
      reply.header('set-cookie', `${cookie('', isSecure(request))}; Max-Age=0`)
      return { hasError: false }
    },
  }),
]

/** Kept until the browser is closed; the server ends it earlier when its user has been gone for long. */
function cookie(value: string, secure: boolean): string {
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}
