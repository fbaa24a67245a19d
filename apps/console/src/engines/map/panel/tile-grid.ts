import { tilePx, toWorld, zoomRange } from '../geometry.ts'
import type { MapPlace } from '../map.types.ts'

/** One tile of a view: its address, and where its corner lies in the view. */
export interface TileSpot {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly leftPx: number
  readonly topPx: number
}

/** The tiles that cover a view around a place; beyond the poles there are none, and east and west meet. */
export function tilesAround(center: MapPlace, zoom: number, widthPx: number, heightPx: number): readonly TileSpot[] {
  const z = Math.round(Math.min(zoomRange.most, Math.max(zoomRange.least, zoom)))
  const count = 2 ** z
  const { x, y } = toWorld(center.lat, center.lng)
  const left = x * count * tilePx - widthPx / 2
  const top = y * count * tilePx - heightPx / 2
  const spots: TileSpot[] = []
  for (let row = Math.floor(top / tilePx); row * tilePx < top + heightPx; row++) {
    if (row < 0 || row >= count) continue
    for (let column = Math.floor(left / tilePx); column * tilePx < left + widthPx; column++) {
      const wrapped = ((column % count) + count) % count
      spots.push({ z, x: wrapped, y: row, leftPx: column * tilePx - left, topPx: row * tilePx - top })
    }
  }
  return spots
}

/** The address of a tile from a template; `{s}` is left to one of the usual hosts. */
export function tileAddress(template: string, { z, x, y }: Pick<TileSpot, 'z' | 'x' | 'y'>): string {
  const hosts = ['a', 'b', 'c']
  const parts: Readonly<Record<string, string | number>> = { z, x, y, s: hosts[(x + y) % hosts.length] ?? 'a' }
  return template.replace(/\{([zxys])\}/g, (whole, name: string) => String(parts[name] ?? whole))
}
