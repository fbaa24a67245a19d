// The bytes of live media beside the frames. Raise a version when an older reader would misread the payload.
import { startupTraceSchema } from '@fleetglass/contract/streams'
import { z } from 'zod'
import { defineJsonCodec } from '../../platform/bus/index.ts'

const sinceMs = z.number()

const channelStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('asking'), sinceMs }),
  z.object({ kind: z.literal('accepted'), sinceMs }),
  z.object({ kind: z.literal('connected'), sinceMs, peer: z.string() }),
  z.object({
    kind: z.literal('playing'),
    sinceMs,
    codec: z.int().min(0).max(0xff),
    isSoundAlone: z.boolean().exactOptional(),
  }),
  z.object({
    kind: z.literal('failed'),
    sinceMs,
    reason: z.enum([
      'offline',
      'refused',
      'no-answer',
      'no-connection',
      'no-media',
      'forbidden',
      'used-up',
      'closed-by-device',
      'transcoder-busy',
      'transcoder-failed',
      'transcoder-absent',
      'transcoder-too-large',
    ]),
    detail: z.string(),
  }),
])

const channel = z.int().min(0).max(0xff)
/** `null`: the stream that the device is set to. */
const main = z.boolean().nullable()

/** Which stream is wanted. */
export const liveOrderCodec = defineJsonCodec({
  name: 'live media order',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ channel, main }),
})

/** From the reader to the owning node. */
export const liveChoiceCodec = defineJsonCodec({
  name: 'live media choice',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ main: z.boolean() }),
})

/** From the owning node to the reader, beside the frames. */
export const liveStateCodec = defineJsonCodec({
  name: 'live media state',
  version: 1,
  maxBytes: 64 * 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('state'), state: channelStateSchema }),
    z.object({ kind: z.literal('trace'), trace: startupTraceSchema }),
  ]),
})

export const traceReplyCodec = defineJsonCodec({
  name: 'startup trace',
  version: 1,
  maxBytes: 64 * 1024,
  schema: z.object({ trace: startupTraceSchema.nullable() }),
})
