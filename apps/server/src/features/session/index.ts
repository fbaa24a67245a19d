export { sessionFeature } from './session.module.ts'
