export { streamLogFeature } from './stream-log.module.ts'
