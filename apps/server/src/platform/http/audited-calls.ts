// Belongs here: the one place where calls of a listener are written to the audit log. Does not: what a row is (platform/audit).
import type { ErrorCode } from '@fleetglass/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AccessPolicy, AnyCaller } from '../access-policy/index.ts'
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
  readonly action: AuditedAction
  readonly access: AccessPolicy
  recorded(fields: unknown): Readonly<Record<string, unknown>>
}

/**
 * Has every call recorded of the routes that are registered from now on. The answer to a change leaves when its row is stored. What
 * anyone may read has no row.
 */
export function auditCalls(fastify: FastifyInstance, audit: AuditLog): void {
  const routes = new Map<string, AuditedRoute>()
  const routeOf = ({ method, routeOptions, query }: FastifyRequest) => {
    const name = `${method} ${routeOptions.url}`
    const variant = routeOptions.config.variants?.find((one) => isAsked(one.query, query))
    return routes.get(variant === undefined ? name : `${name}?${variant.query}`)
  }
  fastify.addHook('onRoute', ({ method, url, config }) => {
    const { access, audit: description, parameters = z.object({}), variants = [] } = config ?? {}
    if (access === undefined || description === undefined) return
    const recorded = recordedBy(parameters)
    for (const one of [method].flat()) {
      const action = auditedAction('http', `${one} ${url}`, description)
      if (access !== 'anyone' || action.changes) routes.set(action.key, { action, access, recorded })
      for (const variant of variants) {
        const ofVariant = auditedAction('http', `${one} ${url}?${variant.query}`, variant.audit)
        routes.set(ofVariant.key, { action: ofVariant, access: variant.access, recorded })
      }
    }
  })
  fastify.addHook('onSend', async (request, reply) => {
    const route = routeOf(request)
    if (route?.action.changes !== true || resultOf(request, reply) !== 'ok') return
    request.isAudited = true
    await audit.record(callOf(request, reply, route))
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    if (route !== undefined && !request.isAudited) await audit.record(callOf(request, reply, route))
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
  const parameters = { ...inPath(request), ...sent, ...request.auditedDetails }
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
  const named = Object.entries((params ?? {}) as Readonly<Record<string, string>>)
  const open = named.filter(([name]) => name !== SECRET_PART)
  return Object.fromEntries(open.map(([name, value]) => [name, shortText(value)]))
}
