// Belongs here: every command that a feature sends to a device, and every answer, as schemas. The words of the wire
// (message numbers, bit fields, empty addresses) are the owning node's (ingest/gateway/signalling/command-messages.ts).
import { remoteSpeeds } from '@fleetglass/contract/remote-playback'
import { FACE_PHOTO_MOST_BYTES, FACE_PIECE_BYTES } from '@fleetglass/jt808'
import { z } from 'zod'
import { bigintField, bytesField } from '../../platform/bus/index.ts'

const byte = z.int().min(0).max(0xff)
const word = z.int().min(0).max(0xffff)
const dword = z.int().min(0).max(0xffff_ffff)
const faceText = z.string().max(0xff)
const facePhoto = z.object({
  bytes: z.int().min(1).max(FACE_PHOTO_MOST_BYTES),
  md5: z.string().regex(/^[0-9a-f]{32}$/),
})
const facePiece = bytesField.refine((value) => value.length <= FACE_PIECE_BYTES, 'is longer than a piece')
/** What is asked of the face slots of a device (docs/adr/0057-faces.md). */
const faceRequest = z.discriminatedUnion('name', [
  z.object({ name: z.literal('summary') }),
  z.object({ name: z.literal('read'), slot: byte }),
  z.object({ name: z.literal('photo'), slot: byte, offset: dword }),
  z.object({
    name: z.literal('write'),
    slot: byte,
    timeS: dword,
    idcard: faceText,
    person: faceText,
    photo: facePhoto.nullable(),
  }),
  z.object({ name: z.literal('piece'), slot: byte, offset: dword, data: facePiece }),
  z.object({ name: z.literal('remove'), slot: byte }),
])
/** Unix ms, fractions included: callers round as the message wants. */
const timeMs = z.number()
const speed = z.literal(remoteSpeeds)
/** A parameter's length is one byte on the wire. */
const parameter = z.object({
  id: dword,
  value: bytesField.refine((value) => value.length <= 0xff, 'is longer than 255 bytes'),
})
/** One message names at most 255 parameters. */
const MAX_PARAMETERS = 255
const span = z.object({ channel: byte, mainStream: z.boolean(), fromMs: timeMs, toMs: timeMs })

export const deviceCommandSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('readAttributes') }),
  z.object({ name: z.literal('readAllParameters') }),
  z.object({ name: z.literal('readParameters'), ids: z.array(dword).max(MAX_PARAMETERS).readonly() }),
  z.object({ name: z.literal('writeParameters'), parameters: z.array(parameter).max(MAX_PARAMETERS).readonly() }),
  /** A control word of JT/T 808 or of the device's maker: restart, factory settings, format the card. */
  z.object({ name: z.literal('control'), word: byte }),
  /** Download firmware and install it. Lengths: what the contract lets through; `version` is the one to reach, or empty. */
  z.object({
    name: z.literal('upgrade'),
    url: z.string().max(600),
    user: z.string().max(64),
    password: z.string().max(64),
    version: z.string().max(64),
  }),
  z.object({ name: z.literal('takePicture'), channel: byte }),
  z.object({ name: z.literal('startLive'), channel: byte, mainStream: z.boolean() }),
  z.object({ name: z.literal('endLive'), channel: byte, mainStream: z.boolean() }),
  z.object({ name: z.literal('startTalk'), channel: byte, kind: z.enum(['talk', 'broadcast']) }),
  z.object({ name: z.literal('endTalk'), channel: byte }),
  z.object({ name: z.literal('readAudioAbilities') }),
  z.object({
    name: z.literal('startPlayback'),
    channel: byte,
    /** Which of the channel's recordings: many devices keep the main stream only. */
    stream: z.enum(['any', 'main', 'sub']),
    speed,
    fromMs: timeMs,
    toMs: timeMs,
  }),
  z.object({ name: z.literal('setPlaybackSpeed'), channel: byte, speed }),
  z.object({ name: z.literal('seekPlayback'), channel: byte, timeMs }),
  z.object({ name: z.literal('endPlayback'), channel: byte }),
  /** `null`: all channels and all times. */
  z.object({ name: z.literal('listRecordings'), span: span.nullable() }),
  z.object({
    name: z.literal('startUpload'),
    span,
    user: z.string().max(0xff),
    password: z.string().max(0xff),
    directory: z.string().max(0xff),
  }),
  /** `serial` is that of the answer to `startUpload`. */
  z.object({ name: z.literal('controlUpload'), serial: word, action: z.enum(['pause', 'resume', 'cancel']) }),
  /** The camera moves until `stop`. */
  z.object({
    name: z.literal('turnCamera'),
    channel: byte,
    direction: z.enum(['stop', 'up', 'down', 'left', 'right']),
    speed: byte,
  }),
  z.object({ name: z.literal('face'), request: faceRequest }),
  /** One step. */
  z.object({ name: z.literal('zoomCamera'), channel: byte, direction: z.enum(['in', 'out']) }),
])

/** One member per command that features send. */
export type DeviceCommand = z.output<typeof deviceCommandSchema>

const recordingEntry = z.object({
  channel: byte,
  beginLocalS: z.int().nullable(),
  endLocalS: z.int().nullable(),
  alarmBits: bigintField,
  resource: byte,
  stream: byte,
  storage: byte,
  sizeBytes: dword,
})

const faceAnswer = z.discriminatedUnion('name', [
  z.object({ name: z.literal('summary'), timesS: z.array(dword).max(0xff).readonly() }),
  z.object({
    name: z.literal('read'),
    timeS: dword,
    idcard: faceText,
    person: faceText,
    photo: facePhoto.nullable(),
  }),
  z.object({ name: z.literal('photo'), offset: dword, data: bytesField }),
  z.object({ name: z.enum(['write', 'piece', 'remove']) }),
  z.object({
    name: z.literal('failed'),
    of: z.enum(['summary', 'read', 'photo', 'write', 'piece', 'remove']),
    result: byte,
  }),
])

const deviceAnswerSchema = z.discriminatedUnion('name', [
  /** The general answer, 0x0001: it was done. `serial` is the number of the command's message. */
  z.object({ name: z.literal('done'), serial: word }),
  z.object({
    name: z.literal('attributes'),
    maker: z.string(),
    model: z.string(),
    hardware: z.string(),
    firmware: z.string(),
  }),
  z.object({ name: z.literal('parameters'), parameters: z.array(parameter).readonly() }),
  z.object({ name: z.literal('picture'), jpeg: bytesField }),
  z.object({ name: z.literal('recordings'), entries: z.array(recordingEntry).readonly() }),
  z.object({ name: z.literal('face'), answer: faceAnswer }),
  z.object({ name: z.literal('audioAbilities'), codec: byte, frameBytes: word }),
  /** A message that answers the command and holds nothing that features use, or whose list cannot be read. */
  z.object({ name: z.literal('other') }),
])

export type DeviceAnswer = z.output<typeof deviceAnswerSchema>

export const commandResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), answer: deviceAnswerSchema }),
  /** 0x0001 with a result other than 0: 1 failed, 2 message wrong, 3 not supported. */
  z.object({ kind: z.literal('refused'), result: byte }),
  z.object({ kind: z.literal('offline') }),
  z.object({ kind: z.literal('timeout') }),
  /** The device answered, and the answer cannot be decoded: its bytes are in the device log. */
  z.object({ kind: z.literal('unreadable') }),
])

export type CommandResult = z.output<typeof commandResultSchema>
