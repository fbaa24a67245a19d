export { playbackMessages } from './playback.channel.ts'
export { playbackRoutes } from './playback.routes.ts'
export { playbackStream } from './playback.stream.ts'
