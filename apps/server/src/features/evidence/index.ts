export { evidenceFeature } from './evidence.module.ts'
