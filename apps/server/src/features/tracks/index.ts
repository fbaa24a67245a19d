export { tracksFeature } from './tracks.module.ts'
