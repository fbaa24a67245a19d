export { geocodeRoutes } from './geocode.routes.ts'
export { createGeocode } from './geocode.service.ts'
