import { attempt, ByteReader, ByteWriter, type Result } from '@fleetglass/bytes'
import type { Version } from './framing/header.ts'
import type { MessageDefinition } from './message.ts'
import { terminalRsaKey } from './messages/0A00-terminal-rsa-key.ts'
import { upgradeProgress } from './messages/1FC4-upgrade-progress.ts'
import { platformRsaKey } from './messages/8A00-platform-rsa-key.ts'
import { terminalAnswer } from './messages/0001-terminal-answer.ts'
import { heartbeat } from './messages/0002-heartbeat.ts'
import { unregistration } from './messages/0003-unregistration.ts'
import { serverTimeRequest } from './messages/0004-server-time-request.ts'
import { platformPacketRequest } from './messages/0005-platform-packet-request.ts'
import { registration } from './messages/0100-registration.ts'
import { authentication } from './messages/0102-authentication.ts'
import { parameters } from './messages/0104-parameters.ts'
import { attributes } from './messages/0107-attributes.ts'
import { upgradeResult } from './messages/0108-upgrade-result.ts'
import { timeRequest } from './messages/0109-time-request.ts'
import { position } from './messages/0200-position.ts'
import { positionAnswer } from './messages/0201-position-answer.ts'
import { trackerReport } from './messages/0210-tracker-report.ts'
import { eventReport } from './messages/0301-event-report.ts'
import { questionAnswer } from './messages/0302-question-answer.ts'
import { informationDemand } from './messages/0303-information-demand.ts'
import { parameterText } from './messages/0310-parameter-text.ts'
import { vehicleControlAnswer } from './messages/0500-vehicle-control-answer.ts'
import { secondHeartbeat } from './messages/0506-second-heartbeat.ts'
import { areas } from './messages/0608-areas.ts'
import { tachographData } from './messages/0700-tachograph-data.ts'
import { waybill } from './messages/0701-waybill.ts'
import { driverIdentity } from './messages/0702-driver-identity.ts'
import { positionBatch } from './messages/0704-position-batch.ts'
import { canData } from './messages/0705-can-data.ts'
import { mediaEvent } from './messages/0800-media-event.ts'
import { mediaData } from './messages/0801-media-data.ts'
import { mediaList } from './messages/0802-media-list.ts'
import { shotResult } from './messages/0805-shot-result.ts'
import { transparentUp } from './messages/0900-transparent-up.ts'
import { compressed } from './messages/0901-compressed.ts'
import { alarmFiles } from './messages/1210-alarm-files.ts'
import { alarmFileStart } from './messages/1211-alarm-file-start.ts'
import { alarmFileEnd } from './messages/1212-alarm-file-end.ts'
import { commandText } from './messages/1300-command-text.ts'
import { acceleration } from './messages/2070-acceleration.ts'
import { deviceText } from './messages/6006-device-text.ts'
import { platformAnswer } from './messages/8001-platform-answer.ts'
import { terminalPacketRequest } from './messages/8003-terminal-packet-request.ts'
import { serverTime } from './messages/8004-server-time.ts'
import { registrationAnswer } from './messages/8100-registration-answer.ts'
import { parameterSetting } from './messages/8103-parameter-setting.ts'
import { parametersRequest } from './messages/8104-parameters-request.ts'
import { terminalControl } from './messages/8105-terminal-control.ts'
import { someParametersRequest } from './messages/8106-some-parameters-request.ts'
import { attributesRequest } from './messages/8107-attributes-request.ts'
import { upgradePacket } from './messages/8108-upgrade-packet.ts'
import { timeAnswer } from './messages/8109-time-answer.ts'
import { positionRequest } from './messages/8201-position-request.ts'
import { tracking } from './messages/8202-tracking.ts'
import { alarmConfirmation } from './messages/8203-alarm-confirmation.ts'
import { linkCheck } from './messages/8204-link-check.ts'
import { textMessage } from './messages/8300-text-message.ts'
import { eventSetting } from './messages/8301-event-setting.ts'
import { question } from './messages/8302-question.ts'
import { informationMenu } from './messages/8303-information-menu.ts'
import { information } from './messages/8304-information.ts'
import { callBack } from './messages/8400-call-back.ts'
import { phoneBook } from './messages/8401-phone-book.ts'
import { vehicleControl } from './messages/8500-vehicle-control.ts'
import { circleSetting } from './messages/8600-circle-setting.ts'
import { circleDeletion } from './messages/8601-circle-deletion.ts'
import { rectangleSetting } from './messages/8602-rectangle-setting.ts'
import { rectangleDeletion } from './messages/8603-rectangle-deletion.ts'
import { polygonSetting } from './messages/8604-polygon-setting.ts'
import { polygonDeletion } from './messages/8605-polygon-deletion.ts'
import { routeSetting } from './messages/8606-route-setting.ts'
import { routeDeletion } from './messages/8607-route-deletion.ts'
import { areasRequest } from './messages/8608-areas-request.ts'
import { tachographRequest } from './messages/8700-tachograph-request.ts'
import { tachographSetting } from './messages/8701-tachograph-setting.ts'
import { driverIdentityRequest } from './messages/8702-driver-identity-request.ts'
import { mediaAnswer } from './messages/8800-media-answer.ts'
import { shot } from './messages/8801-shot.ts'
import { mediaListRequest } from './messages/8802-media-list-request.ts'
import { mediaUploadRequest } from './messages/8803-media-upload-request.ts'
import { soundRecording } from './messages/8804-sound-recording.ts'
import { singleMediaRequest } from './messages/8805-single-media-request.ts'
import { transparentDown } from './messages/8900-transparent-down.ts'
import { alarmFilesRequest } from './messages/9208-alarm-files-request.ts'
import { alarmFileAnswer } from './messages/9212-alarm-file-answer.ts'

// Every message this package knows. A number that is not here decodes as `unknown` and keeps its bytes.
const DEFINITIONS = [
  terminalAnswer,
  heartbeat,
  unregistration,
  serverTimeRequest,
  platformPacketRequest,
  registration,
  authentication,
  parameters,
  attributes,
  upgradeResult,
  timeRequest,
  position,
  positionAnswer,
  trackerReport,
  eventReport,
  questionAnswer,
  informationDemand,
  parameterText,
  vehicleControlAnswer,
  secondHeartbeat,
  areas,
  tachographData,
  waybill,
  driverIdentity,
  positionBatch,
  canData,
  mediaEvent,
  mediaData,
  mediaList,
  shotResult,
  transparentUp,
  compressed,
  terminalRsaKey,
  alarmFiles,
  alarmFileStart,
  alarmFileEnd,
  commandText,
  upgradeProgress,
  acceleration,
  deviceText,
  platformAnswer,
  terminalPacketRequest,
  serverTime,
  registrationAnswer,
  parameterSetting,
  parametersRequest,
  terminalControl,
  someParametersRequest,
  attributesRequest,
  upgradePacket,
  timeAnswer,
  positionRequest,
  tracking,
  alarmConfirmation,
  linkCheck,
  textMessage,
  eventSetting,
  question,
  informationMenu,
  information,
  callBack,
  phoneBook,
  vehicleControl,
  circleSetting,
  circleDeletion,
  rectangleSetting,
  rectangleDeletion,
  polygonSetting,
  polygonDeletion,
  routeSetting,
  routeDeletion,
  areasRequest,
  tachographRequest,
  tachographSetting,
  driverIdentityRequest,
  mediaAnswer,
  shot,
  mediaListRequest,
  mediaUploadRequest,
  soundRecording,
  singleMediaRequest,
  transparentDown,
  platformRsaKey,
  alarmFilesRequest,
  alarmFileAnswer,
] as const

type MessageOf<Definition> =
  Definition extends MessageDefinition<infer Name, infer Body>
    ? {
        readonly name: Name
        readonly body: Body
        /** Bytes behind the last field that the standard knows. Many devices send some. */
        readonly extra?: Uint8Array
      }
    : never

/** A message whose number is not known here: its bytes are kept. */
export interface UnknownMessage {
  readonly name: 'unknown'
  readonly messageId: number
  readonly body: { readonly raw: Uint8Array }
}

/** A decoded message, distinguished by `name`. */
export type KnownMessage = MessageOf<(typeof DEFINITIONS)[number]>

/** What a body decodes to. */
export type Message = KnownMessage | UnknownMessage

/** A definition whose body is known to itself only. */
interface AnyDefinition {
  readonly id: number
  readonly name: string
  decode(reader: ByteReader, version: Version): unknown
  encode(writer: ByteWriter, body: never, version: Version): void
}

const byId = new Map<number, AnyDefinition>(DEFINITIONS.map((definition) => [definition.id, definition]))
const byName = new Map<string, AnyDefinition>(DEFINITIONS.map((definition) => [definition.name, definition]))

/**
 * Decodes a body (all packets joined). Numbers that are not known give `unknown` with the bytes; a body that is too
 * short or impossible gives the offset and the reason.
 */
export function decodeBody(messageId: number, version: Version, body: Uint8Array): Result<Message> {
  const definition = byId.get(messageId)
  if (!definition) return { ok: true, value: { name: 'unknown', messageId, body: { raw: body } } }
  return attempt(() => {
    const reader = new ByteReader(body)
    const decoded = definition.decode(reader, version)
    const message = { name: definition.name, body: decoded }
    return (reader.remaining > 0 ? { ...message, extra: reader.rest() } : message) as KnownMessage
  })
}

/** The body of a message as bytes. Throws `RangeError` when a value does not fit its field. */
export function encodeBody(message: Message, version: Version): Uint8Array {
  if (message.name === 'unknown') return message.body.raw
  const writer = new ByteWriter()
  byName.get(message.name)!.encode(writer, message.body as never, version)
  if (message.extra) writer.bytes(message.extra)
  return writer.finish()
}

/** The number of a message. */
export function messageIdOf(message: Message): number {
  return message.name === 'unknown' ? message.messageId : byName.get(message.name)!.id
}

/** The number of the message of that name. */
export function messageIdByName(name: KnownMessage['name']): number {
  return byName.get(name)!.id
}

/** The name of a number, `undefined` when it is not known here. */
export function messageNameOf(messageId: number): KnownMessage['name'] | undefined {
  return byId.get(messageId)?.name as KnownMessage['name'] | undefined
}

/** Every number that is known here. */
export const MESSAGE_IDS: readonly number[] = DEFINITIONS.map(({ id }) => id)
