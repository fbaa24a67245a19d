export { basemapFeature } from './basemap.module.ts'
