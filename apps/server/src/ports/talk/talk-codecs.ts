// The bytes of talks. Raise a version when an older reader would misread the payload.
import { ByteReader, ByteWriter, failed, ok, type Result } from '@fleetglass/bytes'
import { z } from 'zod'
import { BadPayload, badHead, defineJsonCodec, type PayloadCodec } from '../../platform/bus/index.ts'
import type { DeviceSound } from './talk.types.ts'

const byte = z.int().min(0).max(0xff)

export const talkOrderCodec = defineJsonCodec({
  name: 'talk order',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ channel: byte, kind: z.enum(['talk', 'broadcast']), speaker: z.string().max(64) }),
})

export const talkStateCodec = defineJsonCodec({
  name: 'talk state',
  version: 1,
  maxBytes: 16 * 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['asking', 'accepted', 'open']) }),
    z.object({ kind: z.literal('mute'), codec: byte }),
    z.object({
      kind: z.literal('ended'),
      reason: z.enum(['offline', 'refused', 'no-answer', 'no-connection', 'closed-by-device', 'busy']),
      detail: z.string(),
    }),
  ]),
})

const NAME = 'received frame'
const VERSION = 1
const HEAD_BYTES = 11
/** A body of JT/T 1078 has at most 65,535 bytes. */
const MAX_BYTES = HEAD_BYTES + 0xffff

/** A fixed head of 11 bytes, then the payload as it is; the decoded payload is a view of the message. */
export const deviceSoundCodec: PayloadCodec<DeviceSound> = {
  name: NAME,
  version: VERSION,
  maxBytes: MAX_BYTES,
  encode({ codec, g726Bits, timestampMs, payload }) {
    const length = HEAD_BYTES + payload.length
    if (length > MAX_BYTES) throw new BadPayload(NAME, `${length} bytes, at most ${MAX_BYTES} are allowed`)
    if (!(timestampMs >= 0 && timestampMs <= Number.MAX_SAFE_INTEGER)) {
      throw new BadPayload(NAME, `the time ${timestampMs} is none`)
    }
    const time = BigInt(Math.round(timestampMs))
    return new ByteWriter(length).u8(VERSION).u8(codec).u8(g726Bits).u64(time).bytes(payload).finish()
  },
  decode(bytes): Result<DeviceSound> {
    const bad = badHead(deviceSoundCodec, bytes)
    if (bad !== null) return bad
    if (bytes.length < HEAD_BYTES) return failed(bytes.length, `${NAME}: ${bytes.length} bytes, at least ${HEAD_BYTES}`)
    const reader = new ByteReader(bytes.subarray(1))
    const codec = reader.u8()
    const bits = reader.u8()
    const timestampMs = Number(reader.u64())
    if (bits !== 2 && bits !== 3 && bits !== 4 && bits !== 5) return failed(2, `${NAME}: ${bits} bits a sample`)
    if (timestampMs > Number.MAX_SAFE_INTEGER) return failed(3, `${NAME}: the time ${timestampMs} is none`)
    return ok({ codec, g726Bits: bits, timestampMs, payload: bytes.subarray(HEAD_BYTES) })
  },
}
