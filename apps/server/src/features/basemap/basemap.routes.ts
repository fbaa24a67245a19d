import { basemapAccess, basemapPath, basemapTilePath, basemapTileSchema } from '@fleetglass/contract/basemap'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall, Content } from '../../platform/http/index.ts'
import type { BasemapFile } from './basemap.service.ts'

/** What the site's map file holds, and its tiles one by one. */
export function basemapRoutes(
  fastify: FastifyInstance,
  { authenticator, basemap }: { readonly authenticator: Authenticator; readonly basemap: BasemapFile },
): void {
  addCall(fastify, authenticator, {
    method: 'GET',
    path: basemapPath,
    access: basemapAccess,
    body: z.object({}),
    handle: () => basemap.description,
  })
  addCall(fastify, authenticator, {
    method: 'GET',
    path: basemapTilePath,
    access: basemapAccess,
    body: basemapTileSchema,
    async handle({ body: { z: zoom, x, y, v } }) {
      const tile = await basemap.tile(zoom, x, y)
      const { description } = basemap
      const keepForEver = description.kind !== 'none' && v === description.version
      return new Content({ bytes: new Uint8Array(), type: '', encoding: null, ...tile, keepForEver })
    },
  })
}
