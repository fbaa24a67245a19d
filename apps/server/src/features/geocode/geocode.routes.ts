import { geocodeStatusPath, reversePath, reverseRequestSchema } from '@fleetglass/contract/geocode'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import type { Geocode } from './geocode.service.ts'

/** The address of a place. */
export function geocodeRoutes(
  fastify: FastifyInstance,
  { authenticator, geocode }: { readonly authenticator: Authenticator; readonly geocode: Geocode },
): void {
  addCall(fastify, authenticator, {
    method: 'GET',
    path: geocodeStatusPath,
    access: 'login',
    body: z.object({}),
    handle: () => geocode.status,
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: reversePath,
    access: 'login',
    body: reverseRequestSchema,
    handle: ({ account, body }) => geocode.reverse(account, body),
  })
}
