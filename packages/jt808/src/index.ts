export { ALARM_NAMES, type AlarmName, alarmNames, namesOfBits, statusNames } from './bit-names.ts'
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
export { CONTROL_WORDS, DRIVING_WORDS, isStandardWord } from './control-words.ts'
export {
  decodeFaceAnswer,
  decodeFaceRequest,
  encodeFaceAnswer,
  encodeFaceRequest,
  FACE_EXCHANGE,
  FACE_PHOTO_MOST_BYTES,
  FACE_PIECE_BYTES,
  type FaceAnswer,
  type FacePhotoFacts,
  type FaceRequest,
  FaceResult,
} from './faces/face-exchange.ts'
export {
  type DeviceFamily,
  type DeviceHealth,
  deviceFamilies,
  fleetglassFamily,
  healthItem,
  readHealth,
  SETTING_NAMES,
  type SettingName,
  standardFamily,
} from './families/index.ts'
export {
  type AttachmentEvent,
  AttachmentSplitter,
  encodeFileBlock,
  type FileBlock,
} from './framing/attachment-splitter.ts'
export { encodeFrame, encodeFrames, LONGEST_BODY, type MessageHeader } from './framing/encode-frames.ts'
export { type BadFrameReason, FrameSplitter, type SplitterEvent, type SplitterSink } from './framing/frame-splitter.ts'
export {
  decodeFrame,
  type Frame,
  type Header,
  type TerminalNumber,
  terminalId,
  terminalNumber,
  type Version,
} from './framing/header.ts'
export { type AssemblerLimits, type Assembly, PacketAssembler, type PacketSet } from './framing/packet-assembler.ts'
export { unwrapFrame } from './framing/unwrap-frame.ts'
export { type ItemReading, type KnownItem, readItem, type UnknownItem, writeItem } from './items/read-item.ts'
export {
  ADAS_NAMES,
  type AdasAlarm,
  BSD_NAMES,
  type BsdAlarm,
  DSM_NAMES,
  type DsmAlarm,
  HARSH_DRIVING_NAMES,
  type HarshDrivingAlarm,
  TPMS_NAMES,
  type TpmsAlarm,
} from './items/safety-items.ts'
export {
  ABNORMAL_DRIVING_NAMES,
  SIGNAL_NAMES,
  SLEEP_NAMES,
  VIDEO_ALARM_NAMES,
} from './items/standard-items.ts'
export { type TrackerState, trackerState } from './items/tracker-state.ts'
export {
  decodePosition,
  POSITION_BYTES,
  type Position,
  STATUS_LOCATED,
  withHemisphere,
} from './messages/0200-position.ts'
export {
  joinItems,
  type SettingPlace,
  textItems,
  VIDEO_PARAMETER,
} from './parameters/device-settings.ts'
export {
  PARAMETERS,
  type ParameterReading,
  parametersById,
  readParameter,
  writeParameter,
} from './parameters/read-parameter.ts'
export { readSafetySettings, type SafetySettings, writeSafetySettings } from './parameters/safety-settings.ts'
export {
  decodePeripheralInformation,
  decodePeripheralRequest,
  decodePeripheralStates,
  encodePeripheralInformation,
  encodePeripheralRequest,
  encodePeripheralStates,
  PERIPHERAL_INFORMATION,
  PERIPHERAL_STATE,
  type PeripheralInformation,
  type PeripheralState,
} from './peripherals.ts'
export { type FixedBlock, type PositionItem, readFixedBlock } from './position-items.ts'
export type { AlarmSign, SignForm } from './shapes/alarm-sign.ts'
export type { Parameter } from './shapes/parameter-list.ts'
export {
  decodeShortReport,
  encodeShortAnswer,
  encodeShortReport,
  isShortReport,
  kmhFromKnots,
  readShortItems,
  type ShortItems,
  type ShortReport,
  wantsShortAnswer,
} from './short-report.ts'
export {
  decodeTachographBlock,
  encodeTachographBlock,
  type TachographBlock,
  type TachographWay,
} from './tachograph/block.ts'
export { decodeText, encodeText } from './text.ts'
export { localTimeS, type TimeDigits, timeBytes, timeDigits } from './wire-time.ts'
