export { basemapRoutes } from './basemap.routes.ts'
export { openBasemap } from './basemap.service.ts'
export { tileOrigins } from './tile-origins.ts'
