import { escapeNal, scanNalUnits, unescapeNal } from './annex-b.ts'
import { H264Nal } from './h264.ts'
import { H265Nal } from './h265.ts'
import { isPicture } from './video-format.ts'
import type { VideoCodec } from './video-types.ts'

// Supplemental enhancement information with user data (ITU-T H.264 D.1.6, H.265 D.2.7): decoders pass over it.

const USER_DATA_UNREGISTERED = 5
/** Marks our message: the moment a picture was sent, 8 bytes of unix ms. */
const SEND_TIME_UUID = Uint8Array.of(
  0x6f,
  0x1d,
  0x3a,
  0x52,
  0x9c,
  0x0b,
  0x4e,
  0x87,
  0xa4,
  0x63,
  0x2b,
  0xd8,
  0x71,
  0x5e,
  0x90,
  0x1c,
)

/** A NAL unit (without start code) that carries `data` under a UUID of 16 bytes. */
export function userDataSei(codec: VideoCodec, uuid: Uint8Array, data: Uint8Array): Uint8Array {
  if (uuid.length !== 16) throw new RangeError('a UUID has 16 bytes')
  const head = codec === 'h264' ? [H264Nal.sei] : [H265Nal.prefixSei << 1, 1]
  const length = 16 + data.length
  const unit = new Uint8Array(head.length + 1 + Math.floor(length / 255) + 1 + length + 1)
  unit.set(head)
  let at = head.length
  unit[at++] = USER_DATA_UNREGISTERED
  for (let left = length; ; left -= 255) {
    unit[at++] = Math.min(left, 255)
    if (left < 255) break
  }
  unit.set(uuid, at)
  unit.set(data, at + 16)
  unit[at + length] = 0x80 // stop bit
  return escapeNal(unit)
}

/** The data that an access unit (Annex B) carries under that UUID; `null` when it carries none. */
export function readUserDataSei(codec: VideoCodec, accessUnit: Uint8Array, uuid: Uint8Array): Uint8Array | null {
  let found: Uint8Array | null = null
  scanNalUnits(accessUnit, (start, end) => {
    const first = accessUnit[start]!
    if (isPicture(codec, first)) return true
    const isSei = codec === 'h264' ? (first & 0x1f) === H264Nal.sei : ((first >> 1) & 0x3f) === H265Nal.prefixSei
    if (isSei) found = findUserData(unescapeNal(accessUnit.subarray(start + (codec === 'h264' ? 1 : 2), end)), uuid)
    return found !== null
  })
  return found
}

/** Goes through the messages of one SEI; what runs over its end is no message. */
function findUserData(messages: Uint8Array, uuid: Uint8Array): Uint8Array | null {
  let at = 0
  // Type and length are sums of bytes, the last of which is below 255.
  const number = (): number => {
    let sum = 0
    while (messages[at] === 255) {
      sum += 255
      at++
    }
    return sum + (messages[at++] ?? 0)
  }
  while (at + 2 <= messages.length) {
    const type = number()
    const length = number()
    if (at + length > messages.length) return null
    const isOurs = type === USER_DATA_UNREGISTERED && length >= 16
    if (isOurs && uuid.every((byte, index) => messages[at + index] === byte)) {
      return messages.slice(at + 16, at + length)
    }
    at += length
  }
  return null
}

/** A NAL unit (without start code) with the moment of sending, unix ms; to be put before the first slice. */
export function sendTimeSei(codec: VideoCodec, unixMs: number): Uint8Array {
  const data = new Uint8Array(8)
  new DataView(data.buffer).setBigUint64(0, BigInt(Math.round(unixMs)))
  return userDataSei(codec, SEND_TIME_UUID, data)
}

/** The moment of sending that an access unit carries, unix ms; `null` when it carries none. */
export function readSendTime(codec: VideoCodec, accessUnit: Uint8Array): number | null {
  const data = readUserDataSei(codec, accessUnit, SEND_TIME_UUID)
  if (!data || data.length < 8) return null
  return Number(new DataView(data.buffer, data.byteOffset).getBigUint64(0))
}

/** An access unit (Annex B) with a NAL unit put in before its first slice. A copy. */
export function withUnitBeforePicture(codec: VideoCodec, accessUnit: Uint8Array, unit: Uint8Array): Uint8Array {
  let at = accessUnit.length
  scanNalUnits(accessUnit, (start) => {
    if (!isPicture(codec, accessUnit[start]!)) return false
    // The start code has three bytes, or four with the zero before it.
    at = start - (start >= 4 && accessUnit[start - 4] === 0 ? 4 : 3)
    return true
  })
  const bytes = new Uint8Array(accessUnit.length + 4 + unit.length)
  bytes.set(accessUnit.subarray(0, at))
  bytes[at + 3] = 1
  bytes.set(unit, at + 4)
  bytes.set(accessUnit.subarray(at), at + 4 + unit.length)
  return bytes
}
