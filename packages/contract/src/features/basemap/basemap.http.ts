import type { Requirement } from '../../access/index.ts'

/** What the site's own map file holds; asked once after the login. */
export const basemapPath = '/api/basemap'

/** One tile of it: `z`, `x` and `y`, and as `v` the version that `basemapPath` told, so that a browser may keep it. */
export const basemapTilePath = '/api/basemap/tile'

/** The ground tells nothing of any vehicle. */
export const basemapAccess: Requirement = 'login'
