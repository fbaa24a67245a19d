// Belongs here: the one place where calls of a listener are written to the audit log. Does not: what a row is (platform/audit).
import type { ErrorCode } from '@fleetglass/contract/errors'
import type { DoneFuncWithErrOrRes, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { AnyCaller } from '../access-policy/index.ts'
import {
  type AuditedAction,
  type AuditedCall,
  type AuditLog,
  auditedAction,
  recordedBy,
  shortText,
} from '../audit/index.ts'
import { addressOf } from './client-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Describes the body of a call, or the query of a GET. The audit log records the fields that it does not mark as secret. */
    parameters?: z.ZodType
  }
  interface FastifyRequest {
    /** Who was authenticated by it; written by `noteCaller`. */
    auditedCaller: AnyCaller | null
    /** What it was answered with, for the audit log; `null`: no error of the catalogue. */
    failureCode: ErrorCode | null
    isAudited: boolean
    /** What the endpoint has added; `null`: nothing. */
    auditedDetails: Readonly<Record<string, unknown>> | null
  }
}

interface AuditedRoute {
  readonly method: string
  /** `name=value` that a query has for it; `null`: any other query. */
  readonly query: string | null
  readonly action: AuditedAction
  recorded(fields: unknown): Readonly<Record<string, unknown>>
}

/**
 * Has every call recorded of the routes that are registered from now on. The answer to a change leaves when its row is stored. What
 * anyone may read has no row.
 */
export function auditCalls(fastify: FastifyInstance, audit: AuditLog): void {
  fastify.addHook('onRoute', (options) => {
    const routes = auditedRoutes(options)
    if (routes.length === 0) return
    const routeOf = ({ method, query }: FastifyRequest) =>
      routes.find((route) => route.method === method && (route.query === null || isAsked(route.query, query)))
    const onSend = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const route = routeOf(request)
      if (route?.action.changes !== true || resultOf(request, reply) !== 'ok') return
      request.isAudited = true
      await audit.record(callOf(request, reply, route))
    }
    // Every call passes here: a callback is spared the promise of an `async` hook.
    const onResponse = (request: FastifyRequest, reply: FastifyReply, done: DoneFuncWithErrOrRes): void => {
      const route = routeOf(request)
      if (route !== undefined && !request.isAudited) void audit.record(callOf(request, reply, route))
      done()
    }
    // A call that only reads has no answer to hold back: it is spared the hook.
    if (routes.some(({ action }) => action.changes)) options.onSend = [options.onSend ?? [], onSend].flat()
    options.onResponse = [options.onResponse ?? [], onResponse].flat()
  })
}

/** What a route records, for each of its methods: that of a query before that of all others. */
function auditedRoutes({ method, url, config }: RouteOptions): readonly AuditedRoute[] {
  const { access, audit, parameters = z.object({}), variants = [] } = config ?? {}
  if (access === undefined || audit === undefined) return []
  const recorded = recordedBy(parameters)
  return [method].flat().flatMap((method) => {
    const ofQueries = variants.map((variant) => {
      const action = auditedAction('http', `${method} ${url}?${variant.query}`, variant.audit)
      return { method, query: variant.query, action, recorded }
    })
    const action = auditedAction('http', `${method} ${url}`, audit)
    const isRecorded = access !== 'anyone' || action.changes
    return isRecorded ? [...ofQueries, { method, query: null, action, recorded }] : ofQueries
  })
}

/** Whether a query has what a variant of the route is for, `name=value`. */
function isAsked(wanted: string, query: unknown): boolean {
  const [name = '', value] = wanted.split('=')
  return (query as Readonly<Record<string, unknown>>)[name] === value
}

/** Before routes are added: what a request is asked for by the audit log. */
export function decorateRequests(fastify: FastifyInstance): void {
  fastify.decorateRequest('auditedCaller', null)
  fastify.decorateRequest('failureCode', null)
  fastify.decorateRequest('isAudited', false)
  fastify.decorateRequest('auditedDetails', null)
}

/** For an endpoint that checks by itself who calls. */
export function noteCaller(request: FastifyRequest, caller: AnyCaller): void {
  request.auditedCaller = caller
}

function callOf(request: FastifyRequest, reply: FastifyReply, { action, recorded }: AuditedRoute): AuditedCall {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const sent = recorded(isRead ? request.query : request.body)
  const parameters = Object.assign(inPath(request), sent, request.auditedDetails)
  const claimed = parameters.username ?? parameters.user
  return {
    action,
    caller: request.auditedCaller,
    claimedUser: typeof claimed === 'string' ? claimed : '',
    address: addressOf(request),
    result: resultOf(request, reply),
    parameters,
  }
}

function resultOf({ failureCode }: FastifyRequest, { statusCode }: FastifyReply): string {
  return failureCode ?? (statusCode < 400 ? 'ok' : `status ${statusCode}`)
}

/** A part of a path that opens something by itself is a secret. */
const SECRET_PART = 'token'

function inPath({ params }: FastifyRequest): Record<string, unknown> {
  const recorded: Record<string, unknown> = {}
  for (const [name, value] of Object.entries((params ?? {}) as Readonly<Record<string, string>>)) {
    if (name !== SECRET_PART) recorded[name] = shortText(value)
  }
  return recorded
}
