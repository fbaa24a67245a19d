import { can, type Requirement } from '@fleetglass/contract/access'
import { passwordHashSchema } from '@fleetglass/contract/envelope'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Account, Authenticator, Credentials } from '../account/index.ts'
import { badCredentials, permissionDenied, refused } from '../refusal/index.ts'
import { JsonArray } from './json-array.ts'

/** One HTTP call of a feature. Who may call it is part of its definition, so that no call can forget to ask. */
export interface Call<Body> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly access: Requirement
  /** Checks the body, or the query of a GET. A fault is answered with `hasError` and the first thing that is wrong. */
  readonly body: z.ZodType<Body>
  /** Returns the answer; a `JsonArray` leaves page by page. Throws a `Refusal` for what is not done. */
  handle(call: { readonly account: Account; readonly body: Body; readonly address: string }): Promise<object> | object
}

/** Adds a call: credentials, right and body are checked before `handle` runs. */
export function addCall<Body>(fastify: FastifyInstance, authenticator: Authenticator, call: Call<Body>): void {
  fastify.route({
    method: call.method,
    url: call.path,
    async handler(request, reply) {
      const account = await authenticate(request, authenticator)
      if (account === null) throw badCredentials()
      if (!can(account, call.access)) throw permissionDenied()
      const parsed = call.body.safeParse(call.method === 'GET' ? request.query : (request.body ?? {}))
      if (!parsed.success) throw refused(sentence(parsed.error))
      const answer = await call.handle({ account, body: parsed.data, address: addressOf(request) })
      if (!(answer instanceof JsonArray)) return answer
      return reply.type('application/json; charset=utf-8').send(answer.text())
    },
  })
}

/** The caller by the credentials in body, `Authorization: Basic` or query, in this order; `null` when they are wrong. */
export async function authenticate(request: FastifyRequest, authenticator: Authenticator): Promise<Account | null> {
  const credentials = fromFields(request.body) ?? fromBasic(request.headers.authorization) ?? fromFields(request.query)
  if (credentials === null || !passwordHashSchema.safeParse(credentials.passwordHash).success) return null
  return authenticator.verify(credentials, addressOf(request))
}

/** Address of the peer, without the IPv4-in-IPv6 prefix. */
export function addressOf(request: FastifyRequest): string {
  return request.ip.replace(/^::ffff:/, '')
}

function fromFields(fields: unknown): Credentials | null {
  const { username, password } = (fields ?? {}) as Record<string, unknown>
  return typeof username === 'string' && typeof password === 'string'
    ? { user: username, passwordHash: password }
    : null
}

function fromBasic(header: string | undefined): Credentials | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.lastIndexOf(':')
  return colon === -1 ? null : { user: text.slice(0, colon), passwordHash: text.slice(colon + 1) }
}

function sentence(error: z.ZodError): string {
  const issue = error.issues[0]
  const field = issue?.path.join('.') ?? ''
  return field === '' ? (issue?.message ?? 'the body does not fit') : `${field}: ${issue?.message}`
}
