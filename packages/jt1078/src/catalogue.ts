import { attempt, ByteReader, ByteWriter, type Result } from '@fleetglass/bytes'
import type { DecodedOf } from './definition.ts'
import { codecAbilities } from './messages/1003-codec-abilities.ts'
import { passengerCount } from './messages/1005-passenger-count.ts'
import { recordingList } from './messages/1205-recording-list.ts'
import { uploadDone } from './messages/1206-upload-done.ts'
import { askCodecAbilities } from './messages/9003-ask-codec-abilities.ts'
import { liveRequest } from './messages/9101-live-request.ts'
import { liveControl } from './messages/9102-live-control.ts'
import { lossReport } from './messages/9105-loss-report.ts'
import { playbackRequest } from './messages/9201-playback-request.ts'
import { playbackControl } from './messages/9202-playback-control.ts'
import { listRecordings } from './messages/9205-list-recordings.ts'
import { uploadRequest } from './messages/9206-upload-request.ts'
import { uploadControl } from './messages/9207-upload-control.ts'
import { cameraTurn } from './messages/9301-camera-turn.ts'
import { cameraFocus } from './messages/9302-camera-focus.ts'
import { cameraIris } from './messages/9303-camera-iris.ts'
import { cameraWiper } from './messages/9304-camera-wiper.ts'
import { cameraInfrared } from './messages/9305-camera-infrared.ts'
import { cameraZoom } from './messages/9306-camera-zoom.ts'
import { videoAlarmMask } from './parameters/007a-video-alarm-mask.ts'
import { pictureAnalysis } from './parameters/007b-picture-analysis.ts'
import { sleepAndWake } from './parameters/007c-sleep-and-wake.ts'
import { videoParameter } from './parameters/0075-video.ts'
import { channelTable } from './parameters/0076-channel-table.ts'
import { channelVideo } from './parameters/0077-channel-video.ts'
import { alarmRecording } from './parameters/0079-alarm-recording.ts'

// Numbers to messages and to parameters: nothing else belongs here.

const MESSAGES = [
  askCodecAbilities,
  codecAbilities,
  passengerCount,
  liveRequest,
  liveControl,
  lossReport,
  listRecordings,
  recordingList,
  playbackRequest,
  playbackControl,
  uploadRequest,
  uploadDone,
  uploadControl,
  cameraTurn,
  cameraFocus,
  cameraIris,
  cameraWiper,
  cameraInfrared,
  cameraZoom,
] as const

const PARAMETERS = [
  videoParameter,
  channelTable,
  channelVideo,
  alarmRecording,
  videoAlarmMask,
  pictureAnalysis,
  sleepAndWake,
] as const

/** A JT/T 1078 message on the control connection, distinguished by `name`. */
export type Signalling = DecodedOf<(typeof MESSAGES)[number]>

/** A JT/T 1078 parameter of 0x8103 and 0x0104, distinguished by `name`. */
export type VideoParameterValue = DecodedOf<(typeof PARAMETERS)[number]>

interface AnyDefinition {
  readonly id: number
  readonly name: string
  decode(reader: ByteReader): unknown
  encode(writer: ByteWriter, body: never): void
}

const messagesById = byId(MESSAGES)
const parametersById = byId(PARAMETERS)
const messagesByName = byName(MESSAGES)
const parametersByName = byName(PARAMETERS)

function byId(definitions: readonly AnyDefinition[]): Map<number, AnyDefinition> {
  return new Map(definitions.map((definition) => [definition.id, definition]))
}

function byName(definitions: readonly AnyDefinition[]): Map<string, AnyDefinition> {
  return new Map(definitions.map((definition) => [definition.name, definition]))
}

/**
 * Decodes a body (all sub-packages joined) of JT/T 1078-2016. `null` when the number is not of this standard; a body
 * that is too short or impossible gives offset and reason.
 */
export function decodeSignalling(messageId: number, body: Uint8Array): Result<Signalling> | null {
  const definition = messagesById.get(messageId)
  return definition ? (decodeWith(definition, body) as Result<Signalling>) : null
}

/** Number and body of a message, ready for a JT/T 808 frame. Throws `RangeError` when a value does not fit its field. */
export function encodeSignalling(message: Signalling): { readonly messageId: number; readonly body: Uint8Array } {
  const definition = messagesByName.get(message.name)!
  return { messageId: definition.id, body: encodeWith(definition, message) }
}

/** Decodes the value of a parameter 0x0075 to 0x007C. `null` when the number is not of this standard. */
export function decodeVideoParameter(parameterId: number, value: Uint8Array): Result<VideoParameterValue> | null {
  const definition = parametersById.get(parameterId)
  return definition ? (decodeWith(definition, value) as Result<VideoParameterValue>) : null
}

/** Number and value of a parameter. Throws `RangeError` when a value does not fit its field. */
export function encodeVideoParameter(parameter: VideoParameterValue): {
  readonly parameterId: number
  readonly value: Uint8Array
} {
  const definition = parametersByName.get(parameter.name)!
  return { parameterId: definition.id, value: encodeWith(definition, parameter) }
}

function decodeWith(definition: AnyDefinition, bytes: Uint8Array): Result<unknown> {
  return attempt(() => {
    const reader = new ByteReader(bytes)
    const decoded = { name: definition.name, body: definition.decode(reader) }
    return reader.remaining > 0 ? { ...decoded, extra: reader.rest() } : decoded
  })
}

function encodeWith(definition: AnyDefinition, value: Signalling | VideoParameterValue): Uint8Array {
  const writer = new ByteWriter()
  definition.encode(writer, value.body as never)
  if (value.extra) writer.bytes(value.extra)
  return writer.finish()
}
