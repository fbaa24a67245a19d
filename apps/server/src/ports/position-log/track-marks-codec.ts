// The bytes of track marks on the bus. The request has none: its subject names the device.
import { z } from 'zod'
import { defineJsonCodec } from '../../platform/bus/index.ts'

/** The reason of a failure is cut to this. */
export const MAX_REASON = 1_000

export const marksReplyCodec = defineJsonCodec({
  name: 'track marks result',
  version: 1,
  maxBytes: 8 * 1024,
  schema: z.discriminatedUnion('freed', [
    z.object({ freed: z.literal(true) }),
    z.object({ freed: z.literal(false), reason: z.string().max(MAX_REASON) }),
  ]),
})
