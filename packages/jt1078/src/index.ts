export {
  decodeSignalling,
  decodeVideoParameter,
  encodeSignalling,
  encodeVideoParameter,
  type Signalling,
  type VideoParameterValue,
} from './catalogue.ts'
export { decodeMediaPacket } from './decode-packet.ts'
export { encodePackets, type FrameToSend, TEXT_BODY_LENGTH } from './encode-packets.ts'
export {
  type DroppedFrame,
  type DropReason,
  FrameJoiner,
  type FrameJoinerOptions,
  type FrameSink,
  type JoinedFrame,
  simIdOf,
} from './frame-joiner.ts'
export {
  DataType,
  encodeMediaPacket,
  type MediaPacket,
  PartMark,
  PayloadType,
  packetLength,
  type SimLength,
} from './media-packet.ts'
export type { CodecAbilities } from './messages/1003-codec-abilities.ts'
export type { RecordingEntry, RecordingList } from './messages/1205-recording-list.ts'
export { LiveDataType, type LiveRequest } from './messages/9101-live-request.ts'
export { LiveCommand, type LiveControl } from './messages/9102-live-control.ts'
export { type PlaybackRequest, PlaybackWay } from './messages/9201-playback-request.ts'
export { PlaybackCommand, type PlaybackControl } from './messages/9202-playback-control.ts'
export type { ListRecordings } from './messages/9205-list-recordings.ts'
export type { UploadRequest } from './messages/9206-upload-request.ts'
export type { UploadControl } from './messages/9207-upload-control.ts'
export {
  type MediaEvent,
  MediaPacketParser,
  type MediaSink,
  type OutOfStep,
  type SkippedBytes,
} from './packet-parser.ts'
export { RecordedTimeLine } from './recorded-time-line.ts'
export type { SimKnowledge } from './sim-length.ts'
export { type Stamp, TimeLine } from './time-line.ts'
