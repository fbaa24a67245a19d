export { routesFeature } from './routes.module.ts'
