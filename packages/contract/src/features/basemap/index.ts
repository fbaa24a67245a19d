export { basemapAccess, basemapPath, basemapTilePath } from './basemap.http.ts'
export { type Basemap, basemapSchema, basemapTileSchema } from './basemap.schema.ts'
