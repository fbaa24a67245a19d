/** Bytes in front of every media payload on `ws.cgi`. */
export const MEDIA_HEADER_BYTES = 24

const MAGIC = 0x5646
const VERSION = 1
const KIND_VIDEO = 1
const KIND_AUDIO = 2

/** JT/T 1078 payload types as they stand in the codec byte. */
export const MediaCodec = { g711a: 6, g711u: 7, g726: 8, aac: 19, adpcm: 26, h264: 98, h265: 99 } as const

/**
 * Bits of the flags byte: a key frame; the first frame after a start, seek or gap; the main stream; a picture that is only
 * decoded, because others need it; a picture that is decoded and kept until a `show` message names it.
 */
export const MediaFlag = { keyFrame: 1, discontinuity: 2, mainStream: 4, notShown: 8, shownLater: 16 } as const

/** What stands in front of a media payload (STRM-17…STRM-21). */
export interface MediaHeader {
  readonly kind: 'video' | 'audio'
  /** One of `MediaCodec`, or another payload type of JT/T 1078. */
  readonly codec: number
  readonly keyFrame: boolean
  /** First frame after a start, seek or gap: timestamps may step here and a decoder starts afresh. */
  readonly discontinuity: boolean
  readonly mainStream: boolean
  /**
   * Absent: the picture is shown when it is decoded. `never`: others need it, it is not shown itself. `later`: it is kept
   * until a `show` message names its time; a receiver keeps those of the latest two runs, a run begins with a key frame.
   */
  readonly shown?: 'never' | 'later'
  /** 1-based. */
  readonly channel: number
  /** Unix ms UTC. */
  readonly timestampMs: number
  /** Counts per socket from 0, modulo 2^32: a hole shows frames the server left out. */
  readonly sequence: number
}

export interface MediaMessage extends MediaHeader {
  /** A view of the message, not a copy: one access unit in Annex B form, or one device audio frame. */
  readonly payload: Uint8Array
}

/** Writes the 24 bytes at `offset`; numbers are cut to their fields. `payloadLength` is the length of what follows. */
export function writeMediaHeader(target: Uint8Array, offset: number, header: MediaHeader, payloadLength: number): void {
  const flags =
    (header.keyFrame ? MediaFlag.keyFrame : 0) |
    (header.discontinuity ? MediaFlag.discontinuity : 0) |
    (header.mainStream ? MediaFlag.mainStream : 0) |
    (header.shown === 'never' ? MediaFlag.notShown : 0) |
    (header.shown === 'later' ? MediaFlag.shownLater : 0)
  const high = Math.floor(header.timestampMs / 0x1_0000_0000)
  putU32(target, offset, ((MAGIC << 16) | (VERSION << 8) | (header.kind === 'video' ? KIND_VIDEO : KIND_AUDIO)) >>> 0)
  target[offset + 4] = header.codec
  target[offset + 5] = flags
  target[offset + 6] = header.channel
  target[offset + 7] = 0
  putU32(target, offset + 8, high)
  putU32(target, offset + 12, header.timestampMs - high * 0x1_0000_0000)
  putU32(target, offset + 16, header.sequence)
  putU32(target, offset + 20, payloadLength)
}

/** The 24 bytes alone. */
export function encodeMediaHeader(header: MediaHeader, payloadLength: number): Uint8Array {
  const bytes = new Uint8Array(MEDIA_HEADER_BYTES)
  writeMediaHeader(bytes, 0, header, payloadLength)
  return bytes
}

/**
 * Reads one binary message. `null` for what a receiver drops: shorter than its header, a wrong magic, version or kind, or
 * a payload length that is not what follows.
 */
export function parseMediaMessage(bytes: Uint8Array): MediaMessage | null {
  if (bytes.length < MEDIA_HEADER_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = view.getUint8(3)
  if (view.getUint16(0) !== MAGIC || view.getUint8(2) !== VERSION || (kind !== KIND_VIDEO && kind !== KIND_AUDIO)) {
    return null
  }
  if (view.getUint32(20) !== bytes.length - MEDIA_HEADER_BYTES) return null
  const flags = view.getUint8(5)
  return {
    kind: kind === KIND_VIDEO ? 'video' : 'audio',
    codec: view.getUint8(4),
    keyFrame: (flags & MediaFlag.keyFrame) !== 0,
    discontinuity: (flags & MediaFlag.discontinuity) !== 0,
    mainStream: (flags & MediaFlag.mainStream) !== 0,
    ...((flags & MediaFlag.notShown) !== 0 && { shown: 'never' as const }),
    ...((flags & MediaFlag.shownLater) !== 0 && { shown: 'later' as const }),
    channel: view.getUint8(6),
    timestampMs: view.getUint32(8) * 0x1_0000_0000 + view.getUint32(12),
    sequence: view.getUint32(16),
    payload: bytes.subarray(MEDIA_HEADER_BYTES),
  }
}

function putU32(target: Uint8Array, offset: number, value: number): void {
  target[offset] = value >>> 24
  target[offset + 1] = value >>> 16
  target[offset + 2] = value >>> 8
  target[offset + 3] = value
}
