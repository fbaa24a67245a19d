import {
  passwordChangeSchema,
  passwordPath,
  passwordTexts,
  SESSION_COOKIE,
  sessionPath,
  sessionRequestSchema,
  verifyUserPath,
  verifyUserRequestSchema,
} from '@fleetglass/contract/session'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addOpenCall, isSecure, sessionToken } from '../../platform/http/index.ts'
import { badCredentials } from '../../platform/refusal/index.ts'
import type { Session } from '../../services/authentication/index.ts'

/** The session cookie and the password. Each call checks by itself who asks: a password that has expired may be changed. */
export function accountRoutes(fastify: FastifyInstance, deps: { session: Session; strict: boolean }): void {
  const { session, strict } = deps
  cookieRoutes(fastify, session)
  addOpenCall(fastify, {
    method: 'PUT',
    path: passwordPath,
    access: 'credentials',
    body: passwordChangeSchema,
    async handle({ body: { username, password, newpass }, address }) {
      await session.changePassword({ user: username, passwordHash: password }, newpass, address)
      return { hasError: false, message: passwordTexts.changed }
    },
  })
  if (!strict) return
  addOpenCall(fastify, {
    method: 'POST',
    path: verifyUserPath,
    access: 'credentials',
    body: verifyUserRequestSchema,
    async handle({ body: { username, password }, address }) {
      return { hasError: false, ...(await session.verifyUser({ user: username, passwordHash: password }, address)) }
    },
  })
}

function cookieRoutes(fastify: FastifyInstance, session: Session): void {
  addOpenCall(fastify, {
    method: 'POST',
    path: sessionPath,
    access: 'credentials',
    body: sessionRequestSchema,
    async handle({ body: { username, password }, address, request, reply }) {
      const token = await session.openCookie({ user: username, passwordHash: password }, address)
      if (token === null) throw badCredentials()
      // A browser that logs in again, as another user or the same, leaves no old session behind.
      const before = sessionToken(request)
      if (before !== null) await session.endCookie(before)
      reply.header('set-cookie', cookie(token, isSecure(request)))
      return { hasError: false }
    },
  })
  addOpenCall(fastify, {
    method: 'DELETE',
    path: sessionPath,
    access: 'anyone',
    body: z.unknown(),
    async handle({ request, reply }) {
      const token = sessionToken(request)
      if (token !== null) await session.endCookie(token)
      reply.header('set-cookie', `${cookie('', isSecure(request))}; Max-Age=0`)
      return { hasError: false }
    },
  })
}

/** Kept until the browser is closed; the server ends it earlier when its user has been gone for long. */
function cookie(value: string, secure: boolean): string {
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}
