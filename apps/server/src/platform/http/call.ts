import { mayCall, type Requirement } from '@fleetglass/contract/access'
import { AppError } from '@fleetglass/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import { type Authenticator, type Caller, type EndpointEffect, rejectToken } from '../access-policy/index.ts'
import { auditedAction } from '../audit/index.ts'
import { systemClock } from '../clock/index.ts'
import { invalidRequest } from '../errors/index.ts'
import { networkOf } from '../remote-address/index.ts'
import { authenticate } from './authenticate.ts'
import { addressOf, untrustedTlsProxy } from './client-address.ts'
import { Content } from './content.ts'
import { Download } from './download.ts'
import { JsonArray } from './json-array.ts'
import { LargeBodies } from './large-bodies.ts'

/** One HTTP call of a feature. Who may call it is part of its definition, so that no call can forget the check. */
export interface CallFields<Body> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly access: Requirement
  /** Checks the body, or the query of a GET. A fault is answered with `hasError` and the first thing that is wrong. */
  readonly body: z.ZodType<Body>
  /** It changes how one logs in: refused to API tokens of every scope. */
  readonly personal?: true
  /** More bytes than a body has elsewhere. Few such calls are read at once: a body may be in memory before anybody knows who sends it. */
  readonly largeBodyBytes?: number
  /** Returns the answer; a `JsonArray` leaves page by page, a `Content` as it is, a `Download` as it is taken. Throws an `AppError` for what is not done. */
  handle(call: {
    readonly account: Caller
    readonly body: Body
    readonly address: string
    /** The proxy that is not trusted and at which the TLS of the caller ends; `null`: there is none. */
    readonly untrustedTlsProxy: string | null
    /** What stands in the path for its `:names`, decoded. */
    readonly params: Readonly<Record<string, string>>
    /** Aborted when the caller has gone before it has its answer. */
    readonly gone: AbortSignal
    /** Adds to the row of the audit log what the body does not say, such as the value before. Secrets are masked by the caller. */
    note(details: Readonly<Record<string, unknown>>): void
  }): Promise<object> | object
}

interface Registered {
  readonly path: string
  /** What the call did, for the audit log. */
  readonly audit: string
}

function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Adds a call: credentials, right and body are checked before `handle` runs. */
export function addCall<Body>(
  fastify: FastifyInstance,
  authenticator: Authenticator,
  call: CallFields<Body> & Registered,
): void {
  const { personal } = call
  const { changes } = auditedAction('http', call.path, call.audit)
  fastify.route({
    method: call.method,
    url: call.path,
    config: { access: call.access, audit: call.audit, parameters: call.body, ...(personal && { personal }) },
    ...(call.largeBodyBytes !== undefined && largeBody(call.largeBodyBytes, call.access, authenticator, { changes })),
    async handler(request, reply) {
      const account = await callerOf(request, authenticator, call.access, { changes, personal })
      const params = request.params as Readonly<Record<string, string>>
      const note = (details: Readonly<Record<string, unknown>>): void => {
        request.auditedDetails = details
      }
      const address = addressOf(request)
      const answer = await call.handle({
        account,
        body: bodyOf(request, call),
        address,
        untrustedTlsProxy: untrustedTlsProxy(request),
        params,
        gone: goneOf(reply),
        note,
      })
      const isSent = answer instanceof Content || answer instanceof Download || answer instanceof JsonArray
      return isSent ? answer.sendBy(reply) : answer
    },
  })
}

/** Who calls. Throws why the call is not for them. */
async function callerOf(
  request: FastifyRequest,
  authenticator: Authenticator,
  access: Requirement,
  effect: EndpointEffect,
): Promise<Caller> {
  const account = await authenticate(request, authenticator)
  if (account === null) throw new AppError('wrong-credentials')
  if (!mayCall(account, access)) throw new AppError('permission-denied')
  rejectToken(account, effect)
  return account
}

/** Calls with a large body that are read and answered at once, of callers whose credentials stand in the head. */
const LARGE_AT_ONCE = 4
/** And of those who say in the body who they are, if they do. */
const LARGE_UNAUTHENTICATED = { inAll: 16, perNetwork: 4 }

/** Who is not known, or beyond the bounds, is refused before a byte of the body is read. */
function largeBody(
  bodyLimit: number,
  access: Requirement,
  authenticator: Authenticator,
  effect: EndpointEffect,
): Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'> {
  let reading = 0
  const unauthenticated = new LargeBodies(systemClock, LARGE_UNAUTHENTICATED)
  const tooMany = (): AppError => new AppError('too-many-saves')
  return {
    bodyLimit,
    async onRequest(request, reply) {
      if (request.headers.authorization === undefined) {
        const { raw } = request
        const network = networkOf(addressOf(request))
        const call = { network, isRead: () => raw.complete, end: () => raw.destroy() }
        if (!unauthenticated.take(call)) throw tooMany()
        // Answered, or its caller has gone away in the middle of it.
        reply.raw.once('close', () => unauthenticated.leave(call))
        return
      }
      await callerOf(request, authenticator, access, effect)
      // A client that disconnected in the meantime closes no further sockets.
      if (reading >= LARGE_AT_ONCE || reply.raw.destroyed) throw tooMany()
      reading += 1
      reply.raw.once('close', () => {
        reading -= 1
      })
    },
  }
}

/** A call that answers anyone, or checks by itself who calls. */
export interface OpenCallFields<Body> extends Pick<CallFields<Body>, 'method' | 'body'> {
  readonly access: 'anyone' | 'credentials'
  handle(call: {
    readonly body: Body
    readonly address: string
    readonly request: FastifyRequest
    readonly reply: FastifyReply
  }): Promise<object> | object
}

/** Adds a call that asks for no login: only the body is checked before `handle` runs. */
export function addOpenCall<Body>(fastify: FastifyInstance, call: OpenCallFields<Body> & Registered): void {
  fastify.route({
    method: call.method,
    url: call.path,
    config: { access: call.access, audit: call.audit, parameters: call.body },
    handler: (request, reply) =>
      call.handle({ body: bodyOf(request, call), address: addressOf(request), request, reply }),
  })
}

function bodyOf<Body>(request: FastifyRequest, { method, body }: Pick<CallFields<Body>, 'method' | 'body'>): Body {
  const parsed = body.safeParse(method === 'GET' ? request.query : (request.body ?? {}))
  if (!parsed.success) throw invalidRequest(parsed.error)
  return parsed.data
}
