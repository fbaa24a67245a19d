import { trackAccess, trackPath, trackRequestSchema } from '@fleetglass/contract/tracks'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall, JsonArray } from '../../platform/http/index.ts'
import type { Tracks } from './tracks.service.ts'

/** `POST /api/gps`: the recorded points of a device and range. */
export function trackRoutes(
  fastify: FastifyInstance,
  { authenticator, tracks }: { readonly authenticator: Authenticator; readonly tracks: Tracks },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: trackPath,
    access: trackAccess,
    body: trackRequestSchema,
    async handle({ account, body }) {
      const { pages, close } = await tracks.points(account, body)
      return new JsonArray(pages, close)
    },
  })
}
