import {
  type Directions,
  directionsAccess,
  directionsPath,
  directionsRequestSchema,
} from '@fleetglass/contract/directions'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { ConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { DirectionsClient } from '../../services/directions/index.ts'

export interface DirectionsDeps {
  /** `null`: the site has no directions server. */
  readonly directions: DirectionsClient | null
  readonly limiter: ConcurrencyLimiter
}

/** The way through places. */
export const directionsEndpoints = ({ directions, limiter }: DirectionsDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: directionsPath,
    access: directionsAccess,
    audit: 'Read the directions between places',
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
  }),
]
