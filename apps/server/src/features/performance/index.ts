export { performanceFeature } from './performance.module.ts'
