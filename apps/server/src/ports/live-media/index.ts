export { createBusLiveMedia } from './bus-live-media.ts'
export { CachedGroup } from './cached-group.ts'
export { createDirectLiveMedia } from './direct-live-media.ts'
export { asFirst } from './first-frame.ts'
export type {
  ChannelAddress,
  ChannelFailure,
  ChannelState,
  ChannelStatus,
  ConnectionDiagnostic,
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
export { SwitchingSubscription } from './switching-subscription.ts'
