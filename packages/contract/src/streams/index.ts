export {
  encodeMediaHeader,
  MEDIA_HEADER_BYTES,
  MediaCodec,
  type MediaHeader,
  type MediaMessage,
  parseMediaMessage,
  writeMediaHeader,
} from './media-message.ts'
export {
  broadcastStreamAddress,
  channelMask,
  channelsOf,
  DEFAULT_STREAM_PORT,
  type LiveStreamParameters,
  liveStreamAddress,
  liveStreamSchema,
  pictureSchema,
  playbackStreamAddress,
  playbackStreamSchema,
  remoteStreamAddress,
  remoteStreamSchema,
  StreamPath,
  streamCredentials,
  streamRights,
  talkStreamAddress,
  wholeFleetDevices,
} from './stream-addresses.ts'
export { mayReconnect, StreamClose, type StreamCloseCode } from './stream-closes.ts'
export {
  type LadderEntry,
  type LadderEvidence,
  type LadderFailure,
  type LadderStep,
  ladderSteps,
  type StreamLadder,
  streamLadderSchema,
} from './stream-ladder.ts'
export {
  PING_PERIOD_MS,
  parseStreamCommand,
  parseStreamMessage,
  type StreamCommand,
  type StreamInfo,
  type StreamServerMessage,
  type StreamState,
} from './stream-messages.ts'
