// What a layout of the tree view may hold, and how its tiles stand. The browser keeps layouts; the server knows none.
import { z } from 'zod'

/** TREE-36: tiles of one layout. */
export const MAX_TILES = 12

/** TREE-21: the layout that is always there. */
export const DEFAULT_LAYOUT = 'default'

/** Characters of a layout's name, and how many layouts a user may have in one browser. */
export const LAYOUT_NAME_MAX = 40
export const MAX_LAYOUTS = 50

const device = z.string().min(1).max(31)

/** TREE-06: one tile. A map tile is of the whole device, and has channel 0. */
export const wrapSchema = z.union([
  z.strictObject({ device, type: z.literal('channel'), channel: z.number().int().min(1).max(255) }),
  z.strictObject({ device, type: z.literal('map'), channel: z.literal(0) }),
])
export type Wrap = z.infer<typeof wrapSchema>

/** How many tiles of each type a layout may hold (TREE-37 … 44). */
export type TileLimits = Readonly<Record<Wrap['type'], number>>

const channelTiles = [12, 6, 1]
const mapTiles = [12, 12, 6]

/** Without the advanced tree option everybody may have 12 of either. */
export function tileLimits(permission: number, advanced: boolean): TileLimits {
  if (!advanced) return { channel: MAX_TILES, map: MAX_TILES }
  return { channel: channelTiles[permission] ?? 0, map: mapTiles[permission] ?? 0 }
}

/** TREE-45, TREE-47: cameras and maps count against their own limits, and both together against 12. */
export function hasSpace(wraps: readonly Wrap[], type: Wrap['type'], limits: TileLimits): boolean {
  return wraps.length < MAX_TILES && wraps.filter((wrap) => wrap.type === type).length < limits[type]
}

/** TREE-27 … 30: how many of the 12 grid columns a tile is wide. */
export function tileColumns(tiles: number): number {
  if (tiles <= 1) return 10
  if (tiles <= 2) return 6
  return tiles <= 6 ? 4 : 3
}
