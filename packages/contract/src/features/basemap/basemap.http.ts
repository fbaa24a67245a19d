import type { Requirement } from '../../access/index.ts'

/** What the site's own map file holds; asked once after the login. */
export const basemapPath = '/api/basemap'

/** One tile of it: `z`, `x` and `y`, and as `v` the version that `basemapPath` returned, so that a browser may cache it. */
export const basemapTilePath = '/api/basemap/tile'

/** The base map reveals nothing about vehicles. */
export const basemapAccess: Requirement = 'login'

/** The tiles of OpenStreetMap, which a site asks for by the name `osm`. Nothing is fetched from there without it. */
export const openStreetMap = {
  name: 'osm',
  url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  credit: '© OpenStreetMap contributors',
} as const

/** The address that a site's `tileUrl` means; empty for none. */
export function tileAddressOf(tileUrl: string | null | undefined): string {
  const wanted = tileUrl?.trim() ?? ''
  return wanted === openStreetMap.name ? openStreetMap.url : wanted
}
