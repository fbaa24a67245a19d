// The bytes of uploads on the bus. Raise a version when an older reader would misread the payload.
import { z } from 'zod'
import { defineJsonCodec } from '../../platform/bus/index.ts'

/** Bytes of a file in one reply; a longer range is read in several. */
export const MAX_RANGE_BYTES = 1024 * 1024

const count = z.int().min(0)
const reason = z.string()

export const fileOrderCodec = defineJsonCodec({
  name: 'upload order',
  version: 1,
  maxBytes: 4 * 1024,
  schema: z.object({
    deviceId: z.string(),
    footageId: count,
    channel: z.int().min(0).max(0xff),
    mostBytes: z.number(),
    /** Left out by an older node. */
    bytesPerS: count.default(0),
  }),
})

export const fileOpenedCodec = defineJsonCodec({
  name: 'opened upload',
  version: 1,
  maxBytes: 16 * 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('opened'),
      id: z.uuid(),
      user: z.string(),
      password: z.string(),
      directory: z.string(),
    }),
    z.object({ kind: z.literal('failed'), reason }),
  ]),
})

export const uploadRequestCodec = defineJsonCodec({
  name: 'upload request',
  version: 1,
  maxBytes: 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['status', 'pause', 'go-on', 'end', 'files']) }),
    z.object({ kind: z.literal('asked'), serial: count }),
    z.object({ kind: z.literal('close'), files: z.enum(['keep', 'remove']) }),
    z.object({ kind: z.literal('size'), file: count }),
  ]),
})

export type UploadRequest = Parameters<typeof uploadRequestCodec.encode>[0]

export const uploadReplyCodec = defineJsonCodec({
  name: 'upload reply',
  version: 1,
  maxBytes: 16 * 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('status'),
      status: z.object({
        bytes: count,
        isReceiving: z.boolean(),
        completed: count,
        isFull: z.boolean(),
        diskError: z.string().nullable(),
        silentMs: z.number(),
        over: z.object({ replySerial: z.int(), result: z.int() }).nullable(),
      }),
    }),
    z.object({ kind: z.literal('number'), value: count }),
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('failed'), reason }),
  ]),
})

export type UploadReply = Parameters<typeof uploadReplyCodec.encode>[0]

export const fileRangeCodec = defineJsonCodec({
  name: 'range of an uploaded file',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ file: count, position: count, length: count.max(MAX_RANGE_BYTES) }),
})
