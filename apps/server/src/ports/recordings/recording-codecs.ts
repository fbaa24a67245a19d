// The bytes of recordings on the bus. Raise a version when an older reader would misread the payload.
import { z } from 'zod'
import { defineJsonCodec } from '../../platform/bus/index.ts'

/** Files of one device that are not closed: at most some of each channel. */
const MAX_SEGMENTS = 2_000

/** Bytes of a file in one reply; a longer range is read in several. */
export const MAX_RANGE_BYTES = 1024 * 1024

const path = z.string().min(1).max(200)
const count = z.int().min(0)

export const recordingRequestCodec = defineJsonCodec({
  name: 'request for running recordings',
  version: 1,
  maxBytes: 4 * 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running') }),
    z.object({ kind: z.literal('is-writing'), path }),
    z.object({ kind: z.literal('close') }),
    /** Bytes of a file as it is now. */
    z.object({ kind: z.literal('size'), path }),
  ]),
})

export type RecordingRequest = Parameters<typeof recordingRequestCodec.encode>[0]

export const recordingReplyCodec = defineJsonCodec({
  name: 'running recordings',
  version: 1,
  maxBytes: 1024 * 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('running'),
      segments: z
        .array(
          z.object({
            deviceKey: z.int(),
            channel: z.int(),
            startMs: z.number(),
            endMs: z.number(),
            bytes: count,
            firstKeyFrameOffset: count,
            path,
          }),
        )
        .max(MAX_SEGMENTS),
    }),
    z.object({ kind: z.literal('is-writing'), isWriting: z.boolean() }),
    z.object({ kind: z.literal('closed') }),
    /** `null`: this file is not being written. */
    z.object({ kind: z.literal('size'), bytes: count.nullable() }),
    z.object({ kind: z.literal('failed'), reason: z.string() }),
  ]),
})

export type RecordingReply = Parameters<typeof recordingReplyCodec.encode>[0]

export const rangeRequestCodec = defineJsonCodec({
  name: 'range of a running recording',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ path, position: count, length: count.max(MAX_RANGE_BYTES) }),
})

export const gapFillOrderCodec = defineJsonCodec({
  name: 'gap fill order',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ channel: z.int().min(0).max(0xff), startMs: z.number(), endMs: z.number() }),
})

/** `begin` and `close` from the reader of the device's recording, the others from the node that records. */
export const gapFillControlCodec = defineJsonCodec({
  name: 'gap fill control',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ kind: z.enum(['begin', 'begun', 'not-taken', 'close', 'closed']) }),
})
