export {
  decodeBody,
  encodeBody,
  type KnownMessage,
  type Message,
  messageIdByName,
  messageIdOf,
  messageNameOf,
  type UnknownMessage,
} from './catalogue.ts'
export { type CommonItems, commonItems } from './common-items.ts'
export { encodeFrame, encodeFrames, LONGEST_BODY, type MessageHeader } from './encode-frames.ts'
export { type BadFrameReason, FrameSplitter, type SplitterEvent, type SplitterSink } from './frame-splitter.ts'
export {
  decodeFrame,
  type Frame,
  type Header,
  type TerminalNumber,
  terminalId,
  terminalNumber,
  type Version,
} from './header.ts'
export {
  decodePosition,
  POSITION_BYTES,
  type Position,
  STATUS_LOCATED,
  withHemisphere,
} from './messages/0200-position.ts'
export { type AssemblerLimits, type Assembly, PacketAssembler, type PacketSet } from './packet-assembler.ts'
export type { PositionItem } from './position-items.ts'
export { localTimeS, type TimeDigits, timeBytes, timeDigits } from './wire-time.ts'
