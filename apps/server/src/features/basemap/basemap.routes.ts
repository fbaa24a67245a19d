import { basemapAccess, basemapPath, basemapTilePath, basemapTileSchema } from '@fleetglass/contract/basemap'
import { z } from 'zod'
import { Content, endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { BasemapFile } from './basemap.service.ts'

/** What the site's map file holds, and its tiles one by one. */
export const basemapEndpoints = (basemap: BasemapFile): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: basemapPath,
    access: basemapAccess,
    audit: 'Read what the base map contains',
    body: z.object({}),
    handle: () => basemap.description,
  }),
  endpoint({
    method: 'GET',
    path: basemapTilePath,
    access: basemapAccess,
    audit: 'Read a tile of the base map',
    body: basemapTileSchema,
    async handle({ body: { z: zoom, x, y, v } }) {
      const tile = await basemap.tile(zoom, x, y)
      const { description } = basemap
      const cacheForever = description.kind !== 'none' && v === description.version
      return new Content({ bytes: new Uint8Array(), type: '', encoding: null, ...tile, cacheForever })
    },
  }),
]
