export { playbackMessages } from './playback.channel.ts'
export { playbackStream } from './playback.stream.ts'
