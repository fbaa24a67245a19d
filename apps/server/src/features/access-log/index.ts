export { accessLogFeature } from './access-log.module.ts'
