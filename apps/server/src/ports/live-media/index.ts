export { createBusLiveMedia } from './bus-live-media.ts'
export { createDirectLiveMedia } from './direct-live-media.ts'
export { asFirst } from './first-frame.ts'
export { KeptGroup } from './kept-group.ts'
export type {
  ChannelAddress,
  ChannelFailure,
  ChannelState,
  ChannelStatus,
  LineClue,
  LiveMedia,
  LiveMediaSource,
  LiveSubscription,
  MediaFrame,
  StreamAddress,
  StreamPublication,
  StreamReader,
  StreamSource,
  StreamSubscription,
  Streams,
  WantedStream,
} from './live-media.types.ts'
export { mediaFrameCodec } from './media-frame-codec.ts'
export { createMediaSource, type MediaSource, type MediaSourceDeps } from './media-source.ts'
export { serveLiveMedia } from './serve-live-media.ts'
export { StreamSeat } from './stream-seat.ts'
