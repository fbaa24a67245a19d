// The bytes of stored events on the bus. Raise the version when an older reader would misread the payload.
import { z } from 'zod'
import { defineJsonCodec } from '../../platform/bus/index.ts'
import type { NumberedEvent } from '../../services/events/index.ts'

/** Events of one message; an event is some 200 bytes. */
export const MAX_BATCH_EVENTS = 1_000

const place = z.object({ latE6: z.number(), lngE6: z.number(), speedKmh: z.number() })

const storedEventSchema = z.object({
  serial: z.int(),
  change: z.enum(['new', 'cover']),
  deviceKey: z.int(),
  deviceId: z.string().min(1).max(64),
  timeS: z.int(),
  code: z.int(),
  name: z.string(),
  memo: z.string(),
  call: z.boolean(),
  place: place.nullable(),
  late: z.boolean(),
  hidden: z.boolean().exactOptional(),
  byServer: z.boolean().exactOptional(),
  fenceName: z.string().exactOptional(),
  alarm: z.string().exactOptional(),
}) satisfies z.ZodType<NumberedEvent>

export const eventBatchCodec = defineJsonCodec({
  name: 'stored events',
  version: 2,
  maxBytes: 1024 * 1024,
  schema: z.array(storedEventSchema).max(MAX_BATCH_EVENTS),
})
