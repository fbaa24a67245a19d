import {
  type Directions,
  directionsAccess,
  directionsPath,
  directionsRequestSchema,
} from '@fleetglass/contract/directions'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { DirectionsClient } from '../../services/directions/index.ts'

/** The way through places; `router` is `null` where the site has no directions server. */
export function directionsRoutes(
  fastify: FastifyInstance,
  {
    authenticator,
    directions,
  }: { readonly authenticator: Authenticator; readonly directions: DirectionsClient | null },
): void {
  const limiter = createConcurrencyLimiter()
  addCall(fastify, authenticator, {
    method: 'POST',
    path: directionsPath,
    access: directionsAccess,
    body: directionsRequestSchema,
    async handle({ account, body: { places } }): Promise<Directions> {
      if (directions === null) return { kind: 'straight', way: places, reason: '' }
      const release = await limiter.acquire(account.id)
      try {
        const found = await directions(places)
        if (found.kind === 'found') return { kind: 'road', way: [...found.way] }
        return { kind: 'straight', way: places, reason: found.reason }
      } finally {
        release()
      }
    },
  })
}
