// Media frames as bytes on the bus: a fixed head of 12 bytes, then the payload as it is.
import { ByteReader, ByteWriter, failed, ok, type Result } from '@fleetglass/bytes'
import { BadPayload, badHead, type PayloadCodec } from '../../platform/bus/index.ts'
import type { MediaFrame } from './live-media.types.ts'

const NAME = 'media frame'
const VERSION = 1
const HEAD_BYTES = 12
/** The joiner of the media listener lets 4 MiB through; parameter sets come in front. */
const MAX_BYTES = 4 * 1024 * 1024 + 64 * 1024
/** Above this a double does not count milliseconds one by one. */
const MAX_TIME_MS = Number.MAX_SAFE_INTEGER

const Flag = { video: 1, keyFrame: 2, mainStream: 4, discontinuity: 8, transcoded: 16 } as const
const ALL_FLAGS = 31

/**
 * `config` stays behind: it repeats what the key frame's payload holds, for readers in the process that has parsed it. The
 * decoded payload is a view of the message.
 */
export const mediaFrameCodec: PayloadCodec<MediaFrame> = {
  name: NAME,
  version: VERSION,
  maxBytes: MAX_BYTES,
  encode({ kind, codec, keyFrame, mainStream, timestampMs, discontinuity, payload, transcodedFrom }) {
    const length = HEAD_BYTES + payload.length
    if (length > MAX_BYTES) throw new BadPayload(NAME, `${length} bytes, at most ${MAX_BYTES} are allowed`)
    if (!(timestampMs >= 0 && timestampMs <= MAX_TIME_MS)) throw new BadPayload(NAME, `the time ${timestampMs} is none`)
    const flags =
      (kind === 'video' ? Flag.video : 0) |
      (keyFrame ? Flag.keyFrame : 0) |
      (mainStream ? Flag.mainStream : 0) |
      (discontinuity ? Flag.discontinuity : 0) |
      (transcodedFrom === undefined ? 0 : Flag.transcoded)
    return new ByteWriter(length)
      .u8(VERSION)
      .u8(flags)
      .u8(codec)
      .u8(transcodedFrom ?? 0)
      .u64(BigInt(Math.round(timestampMs)))
      .bytes(payload)
      .finish()
  },
  decode(bytes): Result<MediaFrame> {
    const bad = badHead(mediaFrameCodec, bytes)
    if (bad !== null) return bad
    if (bytes.length < HEAD_BYTES) return failed(bytes.length, `${NAME}: ${bytes.length} bytes, at least ${HEAD_BYTES}`)
    const reader = new ByteReader(bytes.subarray(1))
    const flags = reader.u8()
    const codec = reader.u8()
    const transcodedFrom = reader.u8()
    const timestampMs = Number(reader.u64())
    if ((flags & ~ALL_FLAGS) !== 0) return failed(1, `${NAME}: unknown flags ${flags}`)
    if (timestampMs > MAX_TIME_MS) return failed(4, `${NAME}: the time ${timestampMs} is none`)
    const frame: MediaFrame = {
      kind: (flags & Flag.video) !== 0 ? 'video' : 'audio',
      codec,
      keyFrame: (flags & Flag.keyFrame) !== 0,
      mainStream: (flags & Flag.mainStream) !== 0,
      timestampMs,
      discontinuity: (flags & Flag.discontinuity) !== 0,
      payload: bytes.subarray(HEAD_BYTES),
    }
    return ok((flags & Flag.transcoded) !== 0 ? { ...frame, transcodedFrom } : frame)
  },
}
