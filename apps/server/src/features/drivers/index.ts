export { driversFeature } from './drivers.module.ts'
