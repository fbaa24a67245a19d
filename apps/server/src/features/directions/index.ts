export { directionsRoutes } from './directions.routes.ts'
