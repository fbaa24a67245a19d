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
  decodeMediaPacket,
  encodeMediaPacket,
  type MediaPacket,
  PartMark,
  PayloadType,
  packetLength,
  type SimLength,
} from './media-packet.ts'
export {
  type MediaEvent,
  MediaPacketParser,
  type MediaSink,
  type OutOfStep,
  type SkippedBytes,
} from './packet-parser.ts'
export { type Stamp, TimeLine } from './time-line.ts'
