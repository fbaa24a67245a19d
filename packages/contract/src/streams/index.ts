export {
  encodeMediaHeader,
  MEDIA_HEADER_BYTES,
  MediaCodec,
  MediaFlag,
  type MediaHeader,
  type MediaMessage,
  parseMediaMessage,
  writeMediaHeader,
} from './media-message.ts'
export {
  DEFAULT_STREAM_PORT,
  type LiveStreamParameters,
  liveStreamAddress,
  liveStreamSchema,
  type PictureParameters,
  type PlaybackStreamParameters,
  pictureAddress,
  pictureSchema,
  playbackStreamAddress,
  playbackStreamSchema,
  StreamPath,
  streamRights,
} from './stream-addresses.ts'
export { mayReconnect, StreamClose, type StreamCloseCode } from './stream-closes.ts'
export {
  MAX_COMMAND_BYTES,
  PING_PERIOD_MS,
  parseStreamCommand,
  parseStreamMessage,
  type StreamCommand,
  type StreamInfo,
  type StreamServerMessage,
  type StreamState,
  streamCommandSchema,
  streamServerMessageSchema,
} from './stream-messages.ts'
