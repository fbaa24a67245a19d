// Belongs here: what each up message leads to. One line in the table per message that is more than acknowledged.
// Does not: frames and packets (device-connection.ts, packet-reassembly.ts), waiting for answers (pending-commands.ts).

import {
  decodeBody,
  decodeFaceAnswer,
  encodeFrame,
  FACE_EXCHANGE,
  LONGEST_BODY,
  type Message,
  messageNameOf,
  timeDigits,
} from '@fleetglass/jt808'
import { decodeSignalling } from '@fleetglass/jt1078'
import { isAnswer } from './command-answers.ts'
import { receiveAuthentication, receiveRegistration } from './introductions.ts'
import { takeIn } from './position-intake.ts'
import { receivePositions } from './positions.ts'
import { type ReplyFormat, Result, type Speaker, type UpMessage } from './speaker.types.ts'

type Handler = (speaker: Speaker, message: UpMessage) => void

const HANDLERS: ReadonlyMap<number, Handler> = new Map<number, Handler>([
  [0x0001, answerOfDevice],
  [0x0002, heartbeat],
  [0x0003, unregister],
  [0x0004, serverTime],
  [0x0100, receiveRegistration],
  [0x0102, receiveAuthentication],
  [0x0109, clockTime],
  [0x0200, receivePositions],
  [0x0107, reportOfDevice],
  [0x0108, reportOfDevice],
  [0x0201, askedPosition],
  [0x0210, receivePositions],
  [0x0301, reportOfDevice],
  [0x0302, reportOfDevice],
  [0x0702, reportOfDevice],
  [0x0704, receivePositions],
  [0x0801, multimedia],
  [0x0900, transparent],
  [0x1206, uploadOver],
  [0x6006, reportOfDevice],
])

/** Does what a whole message asks for, and answers it. */
export function receiveMessage(speaker: Speaker, message: UpMessage): void {
  const handler = HANDLERS.get(message.header.messageId)
  if (handler) handler(speaker, message)
  else anyOther(speaker, message)
}

/** Whether either standard has this number. */
export function isKnown(messageId: number): boolean {
  return messageNameOf(messageId) !== undefined || decodeSignalling(messageId, NO_BYTES) !== null
}

const NO_BYTES = new Uint8Array(0)

/** SET-100: forwarded as it came. One that has more bytes than a frame can be written with is not: it is none by the standard. */
function heartbeat(speaker: Speaker, message: UpMessage): void {
  const { session, context, format } = speaker
  const isOneFrame = message.packets === 1 && message.body.length <= LONGEST_BODY
  if (session?.device && isOneFrame) context.relay.heartbeat(() => frameOf(message, format))
  anyOther(speaker, message)
}

/** The bytes of the frame: encoding is the inverse of decoding. */
function frameOf({ header, body }: UpMessage, { terminalRaw }: ReplyFormat): Uint8Array {
  return encodeFrame({ ...header, terminal: { ...header.terminal, raw: terminalRaw } }, body)
}

/** Answers to commands, and what no feature looks at: acknowledged, known or not. */
function anyOther(speaker: Speaker, message: UpMessage): void {
  const { header } = message
  if (isAnswer(header.messageId)) answerOfDevice(speaker, message)
  speaker.acknowledge(header, message.packets, Result.done)
}

/** May become an event or describe the device: acknowledged when it is on disk. */
function reportOfDevice(speaker: Speaker, message: UpMessage): void {
  const { header, body, packets } = message
  const { session, format } = speaker
  if (isAnswer(header.messageId)) answerOfDevice(speaker, message)
  const decoded = session?.device && decode(speaker, header.messageId, header.version, body)
  const stored = session?.device && decoded ? speaker.context.reports.message(session.device, decoded) : null
  // What the disk refused is not answered, and the device sends it again.
  if (stored) stored.then(() => speaker.acknowledge(header, packets, Result.done, format), NOT_STORED)
  else speaker.acknowledge(header, packets, Result.done)
}

/** The event log has logged it. */
const NOT_STORED = (): void => undefined

function answerOfDevice(speaker: Speaker, { header, body }: UpMessage): void {
  const serial = body.length >= 2 ? (body[0]! << 8) | body[1]! : null
  const decoded = decode(speaker, header.messageId, header.version, body)
  if (decoded) speaker.session?.pending.answered(header.messageId, serial, decoded)
  else if (speaker.session?.pending.unreadable(header.messageId, serial)) logUnreadable(speaker, header.messageId, body)
}

/** Bytes of an answer that are written to the log of the device. */
const LOGGED_BYTES = 1_024

function logUnreadable({ session, context }: Speaker, messageId: number, body: Uint8Array): void {
  if (!session?.device) return
  const id = messageId.toString(16).padStart(4, '0')
  const hex = Buffer.from(body.subarray(0, LOGGED_BYTES)).toString('hex')
  const more = body.length > LOGGED_BYTES ? ` and ${body.length - LOGGED_BYTES} more bytes` : ''
  context.deviceLog.write(session.deviceId, `answer 0x${id} cannot be read: ${hex}${more}`)
}

/** Only the face exchange is awaited: transparent data of other kinds may come at any time. */
function transparent(speaker: Speaker, { header, body, packets }: UpMessage): void {
  speaker.acknowledge(header, packets, Result.done)
  const decoded = decode(speaker, header.messageId, header.version, body)
  if (decoded?.name !== 'transparentUp' || decoded.body.kind !== FACE_EXCHANGE) return
  const { pending } = speaker.session ?? {}
  const answer = decodeFaceAnswer(decoded.body.data)
  if (answer.ok) pending?.answered(header.messageId, answer.value.serial, decoded)
  else if (pending?.unreadable(header.messageId, null)) logUnreadable(speaker, header.messageId, body)
}

function askedPosition(speaker: Speaker, message: UpMessage): void {
  answerOfDevice(speaker, message)
  receivePositions(speaker, message)
}

function unregister(speaker: Speaker, { header, packets }: UpMessage): void {
  speaker.event({ kind: 'unregistered' })
  speaker.acknowledge(header, packets, Result.done)
}

function serverTime(speaker: Speaker): void {
  speaker.send({ name: 'serverTime', body: { utc: timeDigits(Math.floor(speaker.context.clock.nowMs() / 1000)) } })
}

function clockTime(speaker: Speaker): void {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] =
    timeDigits(Math.floor(speaker.context.clock.nowMs() / 1000))
      .match(/../g)
      ?.map(Number) ?? []
  speaker.send({ name: 'timeAnswer', body: { year: 2000 + year, month, day, hour, minute, second, result: 0 } })
}

/** JT/T 1078-2016, 5.6.6: the caller that waits for the files is notified. */
function uploadOver(speaker: Speaker, { header, body, packets }: UpMessage): void {
  speaker.acknowledge(header, packets, Result.done)
  const decoded = decodeSignalling(header.messageId, body)
  if (!decoded?.ok || decoded.value.name !== 'uploadDone') speaker.context.counters.add('badFrames', 'body')
  else if (speaker.session) speaker.context.uploads.uploadOver(speaker.session.deviceId, decoded.value.body)
}

/** Each packet got its 0x8001 when it came; the whole gets 0x8800 when somebody who waits has it, or the disk. */
function multimedia(speaker: Speaker, { header, body, packets }: UpMessage): void {
  const { session, context, format } = speaker
  const decoded = decode(speaker, header.messageId, header.version, body)
  if (decoded?.name !== 'mediaData') {
    speaker.acknowledge(header, packets, Result.done)
    return
  }
  const { id: mediaId, kind, channel, data, position } = decoded.body
  const answer = (): void => {
    speaker.acknowledge(header, packets, Result.done, format)
    // Without a list, which says "complete" to every device.
    if (speaker.session === session) speaker.send({ name: 'mediaAnswer', body: { mediaId } })
  }
  if (kind === PICTURE && session?.pending.picture(channel, data)) answer()
  else if (!session?.device) speaker.acknowledge(header, packets, resultOfUnregistered(speaker))
  else {
    const { device } = session
    const fileS =
      position === undefined ? null : takeIn(position, device, Math.floor(context.clock.nowMs() / 1000)).timeS
    // What was not stored is not answered, and the device sends it again.
    void context.reports.multimedia(device, decoded.body, fileS).then((isOver) => {
      if (isOver) answer()
    })
  }
}

const PICTURE = 0

/** A device that no user has added keeps its files until it has been added, unless its positions are to be dropped too. */
function resultOfUnregistered({ context }: Speaker): number {
  return context.newDevicePositions === 'drop' ? Result.done : Result.failed
}

function decode(speaker: Speaker, messageId: number, version: '2013' | '2019', body: Uint8Array): Message | null {
  const decoded = decodeBody(messageId, version, body)
  if (decoded.ok) return decoded.value
  speaker.context.counters.add('badFrames', 'body')
  return null
}
