export { fencesFeature } from './fences.module.ts'
