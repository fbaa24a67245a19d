import {
  ROUTE_BODY_MAX_BYTES,
  ROUTE_ROUTE,
  routeListPath,
  routeRequestSchema,
  routeWriteAccess,
} from '@fleetglass/contract/routes'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { PlannedRoutes } from './routes.service.ts'

const nothing = z.object({})

/** The ways that vehicles are to keep to. */
export const plannedRouteEndpoints = (routes: PlannedRoutes): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: routeListPath,
    access: 'login',
    audit: 'Read the list of routes',
    body: nothing,
    handle: ({ account }) => routes.list(account),
  }),
  endpoint({
    method: 'GET',
    path: ROUTE_ROUTE,
    access: 'login',
    audit: 'Read route {index}',
    body: nothing,
    handle: ({ account, params }) => routes.get(account, Number(params.index)),
  }),
  endpoint({
    method: 'PUT',
    path: ROUTE_ROUTE,
    access: routeWriteAccess,
    audit: 'Saved route {index}',
    body: routeRequestSchema,
    largeBodyBytes: ROUTE_BODY_MAX_BYTES,
    async handle({ account, params, body }) {
      await routes.save(account, Number(params.index), body)
      return { hasError: false, message: 'Route saved' }
    },
  }),
]
