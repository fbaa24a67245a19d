export { liveFeature } from './live.module.ts'
