export { geocodeFeature } from './geocode.module.ts'
