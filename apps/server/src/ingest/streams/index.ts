export { ChannelMap } from './channel-map.ts'
export { createStreams } from './streams.ts'
