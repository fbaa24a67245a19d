export { playbackFeature } from './playback.module.ts'
