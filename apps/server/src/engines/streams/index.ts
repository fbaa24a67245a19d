export { ChannelMap } from './channel-map.ts'
export { onOnlineChange } from './online-changes.ts'
export { createStreams } from './streams.ts'
export type * from './streams.types.ts'
