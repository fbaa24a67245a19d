import { z } from 'zod'
import { type StartupTrace, startupTraceSchema, streamRights } from '../../streams/index.ts'

/** "Why is there no picture?" of one stream of a channel: the steps of the latest try. */
export const startupTracePath = '/gkdevice/streamladder'

/** The rights of the live picture. */
export const startupTraceAccess = streamRights.live

export const startupTraceRequestSchema = z.object({
  deviceid: z.string().min(1, 'deviceid is missing'),
  channel: z.number().int().min(1).max(255),
  /** 1 main stream, 0 sub stream; without it the one that the device is set to. */
  main: z.union([z.literal(0), z.literal(1)]).optional(),
})

/** `ladder` is `null` when this stream was not requested from the device lately. */
export const startupTraceAnswerSchema = z.object({ ladder: startupTraceSchema.nullable() })

export type StartupTraceAnswer = { readonly ladder: StartupTrace | null }
