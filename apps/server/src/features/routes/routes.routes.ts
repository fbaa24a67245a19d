import {
  ROUTE_BODY_MAX_BYTES,
  ROUTE_ROUTE,
  routeListPath,
  routeRequestSchema,
  routeWriteAccess,
} from '@fleetglass/contract/routes'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import type { PlannedRoutes } from './routes.service.ts'

const nothing = z.object({})

/** The ways that vehicles are to keep to. */
export function plannedRouteRoutes(
  fastify: FastifyInstance,
  { authenticator, routes }: { readonly authenticator: Authenticator; readonly routes: PlannedRoutes },
): void {
  addCall(fastify, authenticator, {
    method: 'GET',
    path: routeListPath,
    access: 'login',
    body: nothing,
    handle: ({ account }) => routes.list(account),
  })
  addCall(fastify, authenticator, {
    method: 'GET',
    path: ROUTE_ROUTE,
    access: 'login',
    body: nothing,
    handle: ({ account, params }) => routes.get(account, Number(params.index)),
  })
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: ROUTE_ROUTE,
    access: routeWriteAccess,
    body: routeRequestSchema,
    largeBodyBytes: ROUTE_BODY_MAX_BYTES,
    async handle({ account, params, body }) {
      await routes.save(account, Number(params.index), body)
      return { hasError: false, message: 'Route saved' }
    },
  })
}
