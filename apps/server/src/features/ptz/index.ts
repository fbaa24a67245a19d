export { ptzFeature } from './ptz.module.ts'
