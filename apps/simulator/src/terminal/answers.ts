import {
  CONTROL_WORDS,
  DRIVING_WORDS,
  decodeFaceRequest,
  encodeFaceAnswer,
  FACE_EXCHANGE,
  fleetglassFamily,
  type Header,
  type Message,
} from '@fleetglass/jt808'
import { decodeSignalling, encodeSignalling, type Signalling } from '@fleetglass/jt1078'
import { Result } from '../camera/index.ts'
import type { Faults } from '../scenarios/faults.ts'
import { settingsIn } from './device-settings.ts'
import type { FaceSlots } from './face-slots.ts'
import type { Firmware } from './firmware.ts'
import type { Footage } from './footage.ts'
import type { Identity } from './identity.ts'
import { attributesOf, driverCardOf } from './introduction.ts'
import type { Parameters, StoredParameter } from './parameters.ts'
import type { Reports } from './reports.ts'

/** What commands may do to a device. */
export interface Terminal {
  readonly identity: Identity
  readonly parameters: Parameters
  readonly faults: Readonly<Faults>
  readonly reports: Pick<Reports, 'track' | 'lock' | 'cutFuel' | 'confirmAlarms'>
  readonly faces: FaceSlots
  readonly footage: Pick<
    Footage,
    'cameras' | 'takePictures' | 'mediaAnswered' | 'upload' | 'controlUpload' | 'bringAlarmFiles'
  >
  readonly firmware: Pick<Firmware, 'version' | 'canUpgrade' | 'upgrade'>
  send(message: Message): number
  sendAgain(firstSerial: number, packetNumbers: readonly number[]): boolean
  /** 0x8103 changed something: intervals are read anew. */
  parametersChanged(): void
  /** 0x8103 may have set another server: the device leaves for it. */
  connectWhereSet(): void
  positionAnswer(name: 'positionAnswer' | 'vehicleControlAnswer', answeredSerial: number): void
  /** 0x8105: away and back; `forget` goes back to factory settings, `server` is another platform for a while. */
  restart(options: { awayMs: number; forget?: boolean; server?: { host: string; port: number } }): void
  text(text: string): void
  localNowS(): number
}

const PARAMETERS = 0x0104
const RESTART_MS = 3000
const POWER_OFF_MS = 60_000
const LINK_CLOSED_MS = 5000

/**
 * Answers a command of the platform. Whatever the device cannot do is answered "not supported"; what has an answer
 * message of its own is answered with it, everything else with 0x0001.
 */
export function answer(terminal: Terminal, header: Header, message: Message): void {
  const result = obey(terminal, header, message)
  if (result === 'answered') return
  terminal.send({
    name: 'terminalAnswer',
    body: { answeredSerial: header.serial, answeredId: header.messageId, result },
  })
  if (result !== Result.done) return
  if (message.name === 'terminalControl') control(terminal, message.body)
  if (message.name === 'parameterSetting') terminal.connectWhereSet()
}

type Outcome = number | 'answered'

function obey(terminal: Terminal, header: Header, message: Message): Outcome {
  const { serial } = header
  switch (message.name) {
    case 'parameterSetting':
      return setParameters(terminal, message.body.parameters)
    case 'parametersRequest':
      return reportParameters(terminal, serial, terminal.parameters.all())
    case 'someParametersRequest': {
      // It came with the 2013 edition.
      if (terminal.identity.generation === '2011') return Result.unsupported
      return reportParameters(terminal, serial, terminal.parameters.some(message.body.ids))
    }
    case 'terminalControl':
      return controlResult(terminal, message.body)
    case 'attributesRequest':
      terminal.send({ name: 'attributes', body: attributesOf(terminal.identity, terminal.firmware.version) })
      return 'answered'
    case 'positionRequest':
      terminal.positionAnswer('positionAnswer', serial)
      return 'answered'
    case 'tracking':
      terminal.reports.track(message.body.intervalS, message.body.validityS ?? 0)
      return Result.done
    case 'alarmConfirmation':
      terminal.reports.confirmAlarms(message.body.typeBits)
      return Result.done
    case 'textMessage':
      terminal.text(message.body.text)
      return Result.done
    case 'vehicleControl': {
      const { body } = message
      terminal.reports.lock('flags' in body ? (body.flags & 1) === 1 : body.controls.some((one) => one.value === 1))
      terminal.positionAnswer('vehicleControlAnswer', serial)
      return 'answered'
    }
    case 'driverIdentityRequest':
      terminal.send({ name: 'driverIdentity', body: driverCardOf(terminal.identity, terminal.localNowS()) })
      return 'answered'
    case 'linkCheck':
    case 'callBack':
      return Result.done
    case 'terminalPacketRequest':
      return terminal.sendAgain(message.body.firstSerial, message.body.packetNumbers) ? 'answered' : Result.failed
    case 'mediaAnswer':
      terminal.footage.mediaAnswered(message.body.mediaId, message.body.packetNumbers ?? [])
      return 'answered'
    case 'alarmFilesRequest':
      terminal.footage.bringAlarmFiles(message.body)
      return Result.done
    case 'shot':
      return shoot(terminal, serial, message.body)
    case 'transparentDown':
      return faces(terminal, serial, message.body)
    case 'unknown':
      return signalling(terminal, serial, message.messageId, message.body.raw)
    default:
      return Result.unsupported
  }
}

function reportParameters(terminal: Terminal, serial: number, parameters: readonly StoredParameter[]): 'answered' {
  if (terminal.faults.unreadableSettings) {
    // It announces two parameters, and ends in the id of the first.
    const raw = Uint8Array.of(serial >> 8, serial & 0xff, 2, 0x00, 0x01)
    terminal.send({ name: 'unknown', messageId: PARAMETERS, body: { raw } })
  } else terminal.send({ name: 'parameters', body: { answeredSerial: serial, parameters } })
  return 'answered'
}

function setParameters(terminal: Terminal, parameters: readonly StoredParameter[]): Outcome {
  const { faults } = terminal
  const names = settingsIn(parameters.map(({ id }) => id))
  const isAmong = (list: string): boolean => list.split(',').some((one) => names.some((name) => name === one))
  if (faults.cutsAtSetting) {
    terminal.restart({ awayMs: RESTART_MS })
    return 'answered'
  }
  if (isAmong(faults.silentSettings)) return 'answered'
  if (isAmong(faults.refusedSettings)) return Result.failed
  if (!terminal.parameters.set(parameters)) return Result.wrong
  terminal.parametersChanged()
  return Result.done
}

type Control = { readonly command: number; readonly parameters: string }

/** Whether 0x8105 can be obeyed, before it is: afterwards there is no link for the answer. */
function controlResult({ firmware, footage: { cameras } }: Terminal, { command, parameters }: Control): number {
  if (command === CONTROL_WORDS.upgrade) return firmware.canUpgrade(parameters)
  if (command === 2) return otherServer(parameters) ? Result.done : Result.wrong
  // A device without cameras has no disk either.
  const known = (command >= 3 && command <= 7) || DRIVING_WORDS.has(command) || (command === FORMAT && cameras !== null)
  return known ? Result.done : Result.unsupported
}

const FORMAT = fleetglassFamily.formatCard

function control(terminal: Terminal, { command, parameters }: Control): void {
  const driving = DRIVING_WORDS.get(command)
  if (driving !== undefined) {
    terminal.reports.cutFuel(driving === 'cuts')
    return
  }
  switch (command) {
    case CONTROL_WORDS.upgrade:
      terminal.firmware.upgrade(parameters)
      return
    case 2:
      terminal.restart({ awayMs: 0, server: otherServer(parameters)! })
      return
    case 3:
      terminal.restart({ awayMs: POWER_OFF_MS })
      return
    case 4:
      terminal.restart({ awayMs: RESTART_MS })
      return
    case 5:
      terminal.restart({ awayMs: RESTART_MS, forget: true })
      return
    case FORMAT:
      terminal.footage.cameras?.format()
      return
    default:
      terminal.restart({ awayMs: LINK_CLOSED_MS })
      return
  }
}

/** `0 switch or 1 return;code;APN;user;password;address;TCP port;UDP port;minutes`. */
function otherServer(parameters: string): { host: string; port: number } | null {
  const fields = parameters.split(';')
  const host = fields[5] ?? ''
  const port = Number(fields[6])
  if (fields[0] === '1') return { host: '', port: 0 }
  return fields[0] === '0' && host !== '' && port > 0 && port < 65_536 ? { host, port } : null
}

/** 0x0900 of the same kind; other kinds are of peripherals that the device does not have. */
function faces(terminal: Terminal, serial: number, { kind, data }: TransparentDown): Outcome {
  if (kind !== FACE_EXCHANGE || terminal.faults.noFaces) return Result.unsupported
  const request = decodeFaceRequest(data)
  if (!request.ok) return Result.wrong
  const answered = encodeFaceAnswer(serial, terminal.faces.answer(request.value))
  terminal.send({ name: 'transparentUp', body: { kind: FACE_EXCHANGE, data: answered } })
  return 'answered'
}

type TransparentDown = Extract<Message, { name: 'transparentDown' }>['body']

const VIDEO_SHOT = 0xffff
const MOST_PICTURES = 10

function shoot(
  terminal: Terminal,
  serial: number,
  shot: { channel: number; command: number; intervalS: number; keep: number },
): Outcome {
  if (!terminal.footage.cameras || shot.command === VIDEO_SHOT) return Result.unsupported
  const count = Math.min(shot.command, MOST_PICTURES)
  const { channel, intervalS } = shot
  const result = terminal.footage.takePictures({ serial, channel, count, intervalS, keep: shot.keep === 1 })
  if (result !== 0) terminal.send({ name: 'shotResult', body: { answeredSerial: serial, result } })
  return count === 0 ? Result.done : 'answered'
}

/** JT/T 1078 messages, which the other package knows. */
function signalling(terminal: Terminal, serial: number, messageId: number, raw: Uint8Array): Outcome {
  const decoded = decodeSignalling(messageId, raw)
  if (!decoded) return Result.unsupported
  if (!decoded.ok) return Result.wrong
  const { cameras } = terminal.footage
  if (!cameras) return Result.unsupported
  const message = decoded.value
  switch (message.name) {
    case 'askCodecAbilities':
      return sendSignalling(terminal, { name: 'codecAbilities', body: cameras.abilities() })
    case 'liveRequest':
      return cameras.startLive(message.body)
    case 'liveControl':
      return cameras.controlLive(message.body)
    case 'lossReport':
      return 'answered'
    case 'listRecordings':
      return sendSignalling(terminal, {
        name: 'recordingList',
        body: { replySerial: serial, entries: cameras.list(message.body) },
      })
    case 'playbackRequest':
      return sendSignalling(terminal, {
        name: 'recordingList',
        body: { replySerial: serial, entries: cameras.startPlayback(message.body) },
      })
    case 'playbackControl':
      return cameras.controlPlayback(message.body)
    case 'uploadRequest':
      return terminal.footage.upload(serial, message.body)
    case 'uploadControl':
      return terminal.footage.controlUpload(message.body)
    case 'cameraTurn':
    case 'cameraFocus':
    case 'cameraIris':
    case 'cameraWiper':
    case 'cameraInfrared':
    case 'cameraZoom':
      return cameras.move(message)
    default:
      return Result.unsupported
  }
}

function sendSignalling(terminal: Terminal, message: Signalling): 'answered' {
  const { messageId, body } = encodeSignalling(message)
  terminal.send({ name: 'unknown', messageId, body: { raw: body } })
  return 'answered'
}
