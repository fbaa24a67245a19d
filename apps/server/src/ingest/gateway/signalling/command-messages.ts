// Belongs here: which message carries a command, and what an answer means. Does not: waiting for answers (pending-commands.ts).
// Encoded once, on the node that holds the connection: only this node has the addresses where the device reaches its media and file listeners.
import { speedCodeOf } from '@fleetglass/contract/remote-playback'
import { CONTROL_WORDS, decodeFaceAnswer, encodeFaceRequest, FACE_EXCHANGE, type Message } from '@fleetglass/jt808'
import {
  decodeSignalling,
  encodeSignalling,
  LiveCommand,
  LiveDataType,
  PlaybackCommand,
  PlaybackWay,
  type Signalling,
} from '@fleetglass/jt1078'
import type { DeviceAnswer, DeviceCommand } from '../../../ports/commands/index.ts'

/** Where a device connects for its media and its files: this node, at an address the device can reach. */
export interface NodeAddress {
  readonly host: string
  readonly mediaPort: number
  readonly filesPort: number
}

/** JT/T 1078 counts in GMT+8, wherever the device is (REPB-42). */
const ZONE_S = 8 * 3600

const CAMERA_DIRECTIONS = { stop: 0, up: 1, down: 2, left: 3, right: 4 } as const
const ZOOM_DIRECTIONS = { in: 0, out: 1 } as const
/** Which of a channel's recordings 0x9201 means. */
const RECORDED_STREAMS = { any: 0, main: 1, sub: 2 } as const
const UPLOAD_ACTIONS = { pause: 0, resume: 1, cancel: 2 } as const
/** Wireless LAN, LAN and mobile network. */
const ANY_NETWORK = 0b111

/** Throws `RangeError` for a value that its field cannot hold. */
export function messageOf(command: DeviceCommand, address: NodeAddress): Message {
  switch (command.name) {
    case 'readAttributes':
      return { name: 'attributesRequest', body: {} }
    case 'readAllParameters':
      return { name: 'parametersRequest', body: {} }
    case 'readParameters':
      return { name: 'someParametersRequest', body: { ids: command.ids } }
    case 'writeParameters':
      return { name: 'parameterSetting', body: { parameters: command.parameters } }
    case 'control':
      return { name: 'terminalControl', body: { command: command.word, parameters: '' } }
    case 'upgrade':
      return {
        name: 'terminalControl',
        body: { command: CONTROL_WORDS.upgrade, parameters: upgradeParameters(command) },
      }
    case 'takePicture':
      return takeOne(command.channel)
    case 'face':
      return { name: 'transparentDown', body: { kind: FACE_EXCHANGE, data: encodeFaceRequest(command.request) } }
    default:
      return wrap(signallingOf(command, address))
  }
}

/** JT/T 808-2013, table 18: `URL;APN;user;password;address;TCP port;UDP port;maker;hardware;firmware;minutes`. The device stays on its network. */
function upgradeParameters(command: Extract<DeviceCommand, { name: 'upgrade' }>): string {
  const { url, user, password, version } = command
  return [url, '', user, password, '', '', '', '', '', version, ''].join(';')
}

/** The device answers with a new media line of the channel. */
export function opensMediaConnection(
  command: DeviceCommand,
): command is Extract<DeviceCommand, { name: 'startLive' | 'startTalk' | 'startPlayback' }> {
  return command.name === 'startLive' || command.name === 'startTalk' || command.name === 'startPlayback'
}

type SignallingCommand = Exclude<
  DeviceCommand,
  {
    name:
      | 'readAttributes'
      | 'readAllParameters'
      | 'readParameters'
      | 'writeParameters'
      | 'control'
      | 'upgrade'
      | 'takePicture'
      | 'face'
  }
>

/** The commands of JT/T 1078. */
function signallingOf(command: SignallingCommand, address: NodeAddress): Signalling {
  switch (command.name) {
    case 'startLive':
      return liveRequest(command.channel, LiveDataType.audioAndVideo, streamCode(command.mainStream), address)
    case 'startTalk':
      return liveRequest(command.channel, LiveDataType[command.kind], 0, address)
    case 'endLive':
      // The last byte names the stream for devices that send both at once; the others ignore it.
      return liveControl(command.channel, LiveCommand.close, streamCode(command.mainStream))
    case 'endTalk':
      // The video of the channel, if there is one, goes on.
      return liveControl(command.channel, LiveCommand.closeTalk, 0)
    case 'readAudioAbilities':
      return { name: 'askCodecAbilities', body: {} }
    case 'startPlayback':
      return playbackRequest(command, address)
    case 'setPlaybackSpeed': {
      const order = command.speed === 1 ? PlaybackCommand.start : PlaybackCommand.fast
      return playbackControl(command.channel, order, speedCodeOf(command.speed), null)
    }
    case 'seekPlayback':
      return playbackControl(command.channel, PlaybackCommand.goTo, 0, Math.floor(command.timeMs / 1000) + ZONE_S)
    case 'endPlayback':
      return playbackControl(command.channel, PlaybackCommand.end, 0, null)
    case 'listRecordings':
      return { name: 'listRecordings', body: command.span === null ? everything : spanFields(command.span) }
    case 'startUpload':
      return uploadRequest(command, address)
    case 'controlUpload':
      return {
        name: 'uploadControl',
        body: { requestSerial: command.serial, command: UPLOAD_ACTIONS[command.action] },
      }
    case 'turnCamera':
      return {
        name: 'cameraTurn',
        body: { channel: command.channel, direction: CAMERA_DIRECTIONS[command.direction], speed: command.speed },
      }
    case 'zoomCamera':
      return { name: 'cameraZoom', body: { channel: command.channel, direction: ZOOM_DIRECTIONS[command.direction] } }
  }
}

/** What the device answered. `unreadable` belongs to the message itself and is decided where it is decoded. */
export function answerIn(message: Message): DeviceAnswer {
  switch (message.name) {
    case 'terminalAnswer':
      return { name: 'done', serial: message.body.answeredSerial }
    case 'attributes': {
      const { maker, model, hardware, firmware } = message.body
      return { name: 'attributes', maker, model, hardware, firmware }
    }
    case 'parameters':
      return { name: 'parameters', parameters: message.body.parameters }
    case 'transparentUp':
      return faceAnswer(message.body.data)
    case 'unknown':
      return signallingAnswer(message.messageId, message.body.raw)
    default:
      return { name: 'other' }
  }
}

/** Only answers of the face exchange come here (up-messages.ts). */
function faceAnswer(data: Uint8Array): DeviceAnswer {
  const decoded = decodeFaceAnswer(data)
  return decoded.ok ? { name: 'face', answer: decoded.value.answer } : { name: 'other' }
}

function signallingAnswer(messageId: number, raw: Uint8Array): DeviceAnswer {
  const decoded = decodeSignalling(messageId, raw)
  if (!decoded?.ok) return { name: 'other' }
  switch (decoded.value.name) {
    case 'recordingList':
      return { name: 'recordings', entries: decoded.value.body.entries }
    case 'codecAbilities': {
      const { audioCodec, audioFrameBytes } = decoded.value.body
      return { name: 'audioAbilities', codec: audioCodec, frameBytes: audioFrameBytes }
    }
    default:
      return { name: 'other' }
  }
}

function streamCode(mainStream: boolean): number {
  return mainStream ? 0 : 1
}

function liveRequest(channel: number, dataType: number, stream: number, address: NodeAddress): Signalling {
  const { host, mediaPort } = address
  return { name: 'liveRequest', body: { host, tcpPort: mediaPort, udpPort: 0, channel, dataType, stream } }
}

function liveControl(channel: number, command: number, stream: number): Signalling {
  return { name: 'liveControl', body: { channel, command, closes: 0, stream } }
}

/** 0x9201: sound and picture of a span of one channel. */
function playbackRequest(
  { channel, stream, speed, fromMs, toMs }: Extract<DeviceCommand, { name: 'startPlayback' }>,
  { host, mediaPort }: NodeAddress,
): Signalling {
  return {
    name: 'playbackRequest',
    body: {
      host,
      tcpPort: mediaPort,
      udpPort: 0,
      channel,
      resource: 0,
      stream: RECORDED_STREAMS[stream],
      storage: 0,
      way: speed === 1 ? PlaybackWay.normal : PlaybackWay.fast,
      speedCode: speedCodeOf(speed),
      fromLocalS: Math.floor(fromMs / 1000) + ZONE_S,
      toLocalS: Math.ceil(toMs / 1000) + ZONE_S,
    },
  }
}

function playbackControl(
  channel: number,
  command: number,
  speedCode: number,
  positionLocalS: number | null,
): Signalling {
  return { name: 'playbackControl', body: { channel, command, speedCode, positionLocalS } }
}

function uploadRequest(
  { span, user, password, directory }: Extract<DeviceCommand, { name: 'startUpload' }>,
  { host, filesPort }: NodeAddress,
): Signalling {
  return {
    name: 'uploadRequest',
    body: {
      host,
      port: filesPort,
      user,
      password,
      directory,
      ...spanFields(span),
      networkBits: ANY_NETWORK,
    },
  }
}

/** 0x9205 of all channels, all times and all kinds (REPB-41). */
const everything = {
  channel: 0,
  fromLocalS: null,
  toLocalS: null,
  alarmBits: 0n,
  resource: 0,
  stream: 0,
  storage: 0,
} as const

/** Many devices record the main stream only: `any` where the sub stream is wanted. */
function spanFields({ channel, mainStream, fromMs, toMs }: Extract<DeviceCommand, { name: 'startUpload' }>['span']) {
  return {
    channel,
    alarmBits: 0n,
    resource: 0,
    stream: mainStream ? RECORDED_STREAMS.main : RECORDED_STREAMS.any,
    storage: 0,
    fromLocalS: Math.floor(fromMs / 1000) + ZONE_S,
    toLocalS: Math.ceil(toMs / 1000) + ZONE_S,
  }
}

/** One picture, sent at once, 640×480 in good quality. */
function takeOne(channel: number): Message {
  return {
    name: 'shot',
    body: {
      channel,
      command: 1,
      intervalS: 0,
      keep: 0,
      size: 2,
      quality: 3,
      brightness: 127,
      contrast: 64,
      saturation: 64,
      chroma: 127,
    },
  }
}

function wrap(signalling: Signalling): Message {
  const { messageId, body } = encodeSignalling(signalling)
  return { name: 'unknown', messageId, body: { raw: body } }
}
