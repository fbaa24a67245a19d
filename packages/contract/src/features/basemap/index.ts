export { basemapAccess, basemapPath, basemapTilePath, openStreetMap, tileAddressOf } from './basemap.http.ts'
export { type Basemap, basemapSchema, basemapTileSchema } from './basemap.schema.ts'
