export { remotePlaybackFeature } from './remote-playback.module.ts'
