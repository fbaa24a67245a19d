import { z } from 'zod'

const zoomSchema = z.number().int().min(0).max(26)

/** `none` when the site has no file; `pictures` are PNG, JPEG, WebP or AVIF, `streets` are Mapbox vector tiles. */
export const basemapSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.enum(['pictures', 'streets']),
    /** Another one whenever the file is another one. */
    version: z.string(),
    leastZoom: zoomSchema,
    mostZoom: zoomSchema,
    /** The source of the map, as plain text; empty when the file does not say. */
    credit: z.string(),
  }),
])

export type Basemap = z.infer<typeof basemapSchema>

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'is no whole number')
  .transform(Number)

/** The query of one tile. */
export const basemapTileSchema = z
  .object({ z: wholeNumber.pipe(zoomSchema), x: wholeNumber, y: wholeNumber, v: z.string().max(64).optional() })
  .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom, 'there is no such tile')
