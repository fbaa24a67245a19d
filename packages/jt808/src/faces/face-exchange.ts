// Faces of a device's own recognition, in transparent messages: 0x8900 down and 0x0900 up, kind 0xFA, which the standard leaves to
// own use. No standard has messages for faces; both sides of this one are here. docs/adr/0057-faces.md explains the choices.
//
// The server asks (0x8900), the device answers (0x0900). An answer begins with the serial of the message that it answers, as those
// of JT/T 808 do. A photo is larger than a message: it travels in pieces, each asked for or sent by a message of its own. All
// numbers are big endian; times are unix seconds UTC, 0 is an empty slot; texts are UTF-8 behind a length byte.
//
// | function   | 0x8900 after BYTE function                                       | 0x0900 after WORD serial, BYTE function, BYTE result |
// |------------|------------------------------------------------------------------|------------------------------------------------------|
// | 1 summary  | –                                                                | BYTE n, DWORD time × n                               |
// | 2 read     | BYTE slot                                                        | DWORD time, text idcard, text name, photo            |
// | 3 photo    | BYTE slot, DWORD offset                                          | DWORD offset, the bytes from there on                |
// | 4 write    | BYTE slot, DWORD time, text idcard, text name, BYTE 0 or 1, photo | –                                                    |
// | 5 piece    | BYTE slot, DWORD offset, the bytes                               | –                                                    |
// | 6 remove   | BYTE slot                                                        | –                                                    |
//
// `photo` is DWORD bytes and the 16 bytes of their MD5; a slot without a photo has 0 and zeros. In 4 the BYTE says whether a photo
// follows: with 0 the slot keeps the one it has, and changes at once; with 1 it changes when the last piece has come and its MD5
// holds. A result other than 0 is followed by nothing.
import { attempt, ByteReader, ByteWriter, fromHex, Malformed, type Result, toHex } from '@fleetglass/bytes'
import { readMany } from '../message.ts'

declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const TextDecoder: new (label: string, options: { ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string }

/** Kind of 0x8900 and 0x0900. */
export const FACE_EXCHANGE = 0xfa

/** Bytes of a photo in one message. It leaves in packets (LONGEST_BODY), like everything that is longer than a frame. */
export const FACE_PIECE_BYTES = 16 * 1024

/** Photos that are larger are refused: 2 MB. */
export const FACE_PHOTO_MOST_BYTES = 2_097_152

/** What a device says to a request. */
export const FaceResult = {
  done: 0,
  failed: 1,
  /** The device has no such slot. */
  noSlot: 2,
  /** Nothing is in it. */
  empty: 3,
  /** All pieces came, and their MD5 is another one. */
  differs: 4,
  /** The piece does not follow the one before, or no photo is awaited. */
  outOfOrder: 5,
} as const

export interface FacePhotoFacts {
  readonly bytes: number
  /** 32 lower-case hex digits. */
  readonly md5: string
}

export type FaceRequest =
  | { readonly name: 'summary' }
  | { readonly name: 'read'; readonly slot: number }
  | { readonly name: 'photo'; readonly slot: number; readonly offset: number }
  | {
      readonly name: 'write'
      readonly slot: number
      readonly timeS: number
      readonly idcard: string
      readonly person: string
      /** `null`: the slot keeps its photo. */
      readonly photo: FacePhotoFacts | null
    }
  | { readonly name: 'piece'; readonly slot: number; readonly offset: number; readonly data: Uint8Array }
  | { readonly name: 'remove'; readonly slot: number }

/** What the device answers; by the name of the request. `failed` has a result other than 0. */
export type FaceAnswer =
  | { readonly name: 'summary'; readonly timesS: readonly number[] }
  | {
      readonly name: 'read'
      readonly timeS: number
      readonly idcard: string
      readonly person: string
      /** `null`: the slot has none. */
      readonly photo: FacePhotoFacts | null
    }
  | { readonly name: 'photo'; readonly offset: number; readonly data: Uint8Array }
  | { readonly name: 'write' | 'piece' | 'remove' }
  | { readonly name: 'failed'; readonly of: FaceRequest['name']; readonly result: number }

const FUNCTIONS = ['summary', 'read', 'photo', 'write', 'piece', 'remove'] as const
const MD5_BYTES = 16
const NO_MD5 = '0'.repeat(2 * MD5_BYTES)

/** Data of 0x8900. Throws `RangeError` for a value that its field cannot hold. */
export function encodeFaceRequest(request: FaceRequest): Uint8Array {
  const writer = new ByteWriter().u8(codeOf(request.name))
  switch (request.name) {
    case 'summary':
      break
    case 'read':
    case 'remove':
      writer.u8(request.slot)
      break
    case 'photo':
      writer.u8(request.slot).u32(request.offset)
      break
    case 'piece':
      writer.u8(request.slot).u32(request.offset).bytes(request.data)
      break
    case 'write':
      writer.u8(request.slot).u32(request.timeS)
      writeUtf8(writer, request.idcard)
      writeUtf8(writer, request.person)
      writer.u8(request.photo === null ? 0 : 1)
      if (request.photo !== null) writePhoto(writer, request.photo)
  }
  return writer.finish()
}

/** The inverse of `encodeFaceRequest`. */
export function decodeFaceRequest(data: Uint8Array): Result<FaceRequest> {
  return attempt(() => {
    const reader = new ByteReader(data)
    return ended(reader, requestIn(reader, functionIn(reader)))
  })
}

function requestIn(reader: ByteReader, name: FaceRequest['name']): FaceRequest {
  switch (name) {
    case 'summary':
      return { name }
    case 'read':
    case 'remove':
      return { name, slot: reader.u8() }
    case 'photo':
      return { name, slot: reader.u8(), offset: reader.u32() }
    case 'piece':
      return { name, slot: reader.u8(), offset: reader.u32(), data: reader.rest() }
    case 'write': {
      const head = { name, slot: reader.u8(), timeS: reader.u32(), idcard: readUtf8(reader), person: readUtf8(reader) }
      const follows = reader.u8()
      if (follows > 1) throw new Malformed(reader.offset - 1, `${follows} is neither 0 nor 1`)
      return { ...head, photo: follows === 0 ? null : readPhoto(reader) }
    }
  }
}

/** Data of 0x0900. `serial` is that of the message that is answered. */
export function encodeFaceAnswer(serial: number, answer: FaceAnswer): Uint8Array {
  const writer = new ByteWriter().u16(serial)
  if (answer.name === 'failed') return writer.u8(codeOf(answer.of)).u8(answer.result).finish()
  writer.u8(codeOf(answer.name)).u8(FaceResult.done)
  switch (answer.name) {
    case 'summary':
      writer.u8(answer.timesS.length)
      for (const timeS of answer.timesS) writer.u32(timeS)
      break
    case 'read':
      writer.u32(answer.timeS)
      writeUtf8(writer, answer.idcard)
      writeUtf8(writer, answer.person)
      writePhoto(writer, answer.photo ?? { bytes: 0, md5: NO_MD5 })
      break
    case 'photo':
      writer.u32(answer.offset).bytes(answer.data)
      break
    default:
      break
  }
  return writer.finish()
}

/** The inverse of `encodeFaceAnswer`. */
export function decodeFaceAnswer(data: Uint8Array): Result<{ readonly serial: number; readonly answer: FaceAnswer }> {
  return attempt(() => {
    const reader = new ByteReader(data)
    const serial = reader.u16()
    const name = functionIn(reader)
    const result = reader.u8()
    if (result !== FaceResult.done) return ended(reader, { serial, answer: { name: 'failed', of: name, result } })
    return ended(reader, { serial, answer: answerIn(reader, name) })
  })
}

function answerIn(reader: ByteReader, name: FaceRequest['name']): FaceAnswer {
  switch (name) {
    case 'summary':
      return { name, timesS: readMany(reader.u8(), () => reader.u32()) }
    case 'read': {
      const timeS = reader.u32()
      const idcard = readUtf8(reader)
      const person = readUtf8(reader)
      const photo = readPhoto(reader)
      return { name, timeS, idcard, person, photo: photo.bytes === 0 ? null : photo }
    }
    case 'photo':
      return { name, offset: reader.u32(), data: reader.rest() }
    case 'write':
    case 'piece':
    case 'remove':
      return { name }
  }
}

function codeOf(name: FaceRequest['name']): number {
  return FUNCTIONS.indexOf(name) + 1
}

function functionIn(reader: ByteReader): FaceRequest['name'] {
  const code = reader.u8()
  const name = FUNCTIONS[code - 1]
  if (name === undefined) throw new Malformed(reader.offset - 1, `${code} is no function of the face exchange`)
  return name
}

function writePhoto(writer: ByteWriter, { bytes, md5 }: FacePhotoFacts): void {
  const digest = fromHex(md5)
  if (digest.length !== MD5_BYTES) throw new RangeError(`an MD5 has ${MD5_BYTES} bytes, not ${digest.length}`)
  writer.u32(bytes).bytes(digest)
}

function readPhoto(reader: ByteReader): FacePhotoFacts {
  const bytes = reader.u32()
  if (bytes > FACE_PHOTO_MOST_BYTES) throw new Malformed(reader.offset - 4, `a photo of ${bytes} bytes is too large`)
  return { bytes, md5: toHex(reader.take(MD5_BYTES)) }
}

function writeUtf8(writer: ByteWriter, text: string): void {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > 0xff) throw new RangeError(`a text of ${bytes.length} bytes does not fit behind a length byte`)
  writer.u8(bytes.length).bytes(bytes)
}

/** Bytes that are not UTF-8 become U+FFFD: a text of a device is shown, never compared. */
function readUtf8(reader: ByteReader): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.take(reader.u8()))
}

/** More than the function has is a fault: the other side speaks something else. */
function ended<Value>(reader: ByteReader, value: Value): Value {
  if (reader.remaining > 0) throw new Malformed(reader.offset, `${reader.remaining} bytes too many`)
  return value
}
