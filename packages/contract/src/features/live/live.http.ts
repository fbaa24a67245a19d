import { z } from 'zod'
import { type StreamLadder, streamLadderSchema, streamRights } from '../../streams/index.ts'

/** "Why is there no picture?" of one stream of a channel: the steps of the latest try. */
export const streamLadderPath = '/gkdevice/streamladder'

/** The rights of the live picture. */
export const streamLadderAccess = streamRights.live

export const streamLadderRequestSchema = z.object({
  deviceid: z.string().min(1, 'deviceid is missing'),
  channel: z.number().int().min(1).max(255),
  /** 1 main stream, 0 sub stream; without it the one that the device is set to. */
  main: z.union([z.literal(0), z.literal(1)]).optional(),
})

/** `ladder` is `null` when nobody has asked the device for this stream lately. */
export const streamLadderAnswerSchema = z.object({ ladder: streamLadderSchema.nullable() })

export type StreamLadderAnswer = { readonly ladder: StreamLadder | null }
