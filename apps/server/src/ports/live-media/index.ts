export { asFirst } from './first-frame.ts'
export { KeptGroup } from './kept-group.ts'
export type {
  ChannelAddress,
  ChannelFailure,
  ChannelState,
  ChannelStatus,
  LineClue,
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
export { StreamSeat } from './stream-seat.ts'
