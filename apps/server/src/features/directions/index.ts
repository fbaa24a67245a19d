export { directionsFeature } from './directions.module.ts'
