import { z } from 'zod'
import { startupTraceSchema } from './startup-trace.ts'

/** The server's first text message (STRM-24): what the socket carries. */
export const streamInfoSchema = z.object({
  type: z.literal('info'),
  deviceid: z.string(),
  /** 1-based channels that will come on this socket. */
  channels: z.array(z.number().int()),
  /** Payload type of the video, or 0 while it is not known. */
  video: z.number().int(),
  /** Payload type of the audio, or 0 while it is not known or there is none. */
  audio: z.number().int(),
  /** Hz; audio is mono. */
  sampleRate: z.number().int(),
  /** The coding the camera sends, where the server made another one of it. */
  transcodedFrom: z.number().int().optional(),
})

/** Progress of a talk with its device (TALK-13). `mute`: its sound arrives, but the codec it accepts (a payload type) cannot be encoded. */
const talkStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['asking', 'accepted', 'open']) }),
  z.object({ kind: z.literal('mute'), codec: z.number().int() }),
])

/** Where a stream stands (STRM-25). */
export const streamStateSchema = z.object({
  type: z.literal('state'),
  state: z.enum(['buffering', 'playing', 'paused', 'end']),
  /** For the person who waits for a picture: what the server waits for. */
  detail: z.string().optional(),
  /** On a stream of `type=talk`. */
  talk: talkStepSchema.optional(),
})

/** Keeps a paused playback from looking stalled; every 4 s (STRM-25). */
export const streamPingSchema = z.object({ type: z.literal('ping') })

/** Reverse play: the kept picture of this time is shown now. One that is not kept any more is passed over. */
export const streamShowSchema = z.object({ type: z.literal('show'), timestampMs: z.number() })

/** Why the socket is closed with this code next (STRM-27). */
export const streamErrorSchema = z.object({
  type: z.literal('error'),
  code: z.number().int(),
  /** The English text. */
  message: z.string(),
  /** The code of the catalogue, and what its text is filled with, for a client that has a text of its own. */
  error: z.string().optional(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** One position report of a device, on a stream of `type=gps` (REPB-40). */
export const streamGpsSchema = z.object({
  type: z.literal('gps'),
  /** Unix seconds, UTC. */
  time: z.number().int(),
  /** Degrees. */
  lat: z.number(),
  lng: z.number(),
  speedInKmh: z.number(),
  /** Degrees clockwise from north. */
  trackingAngle: z.number(),
})

export const streamServerMessageSchema = z.discriminatedUnion('type', [
  streamInfoSchema,
  streamStateSchema,
  streamPingSchema,
  streamShowSchema,
  streamErrorSchema,
  startupTraceSchema,
  streamGpsSchema,
])

/** Pictures that one `step` may go over. */
export const MAX_STEP_FRAMES = 100

/** What a client may say on a stream (STRM-28). */
export const streamCommandSchema = z.discriminatedUnion('cmd', [
  /** 0 pauses; a negative one plays the server's recording backwards. */
  z.object({ cmd: z.literal('speed'), value: z.number() }),
  /** Unix seconds; a fraction is allowed. */
  z.object({ cmd: z.literal('seek'), time: z.number().nonnegative() }),
  /** Live: go on with the main (1) or the sub stream (0); the old one comes until the first key frame of the new one. */
  z.object({ cmd: z.literal('main'), value: z.union([z.literal(0), z.literal(1)]) }),
  z.object({ cmd: z.literal('stop') }),
  /** Playback: pauses, and shows the picture that many pictures on, or back when it is negative; across files and gaps. */
  z.object({
    cmd: z.literal('step'),
    frames: z
      .number()
      .int()
      .min(-MAX_STEP_FRAMES)
      .max(MAX_STEP_FRAMES)
      .refine((frames) => frames !== 0),
  }),
  /** Playback: pauses at the last picture at or before a time; with `keyFrame` at the last one that needs no other. */
  z.object({ cmd: z.literal('show'), time: z.number().nonnegative(), keyFrame: z.boolean().optional() }),
])

export type StreamInfo = z.infer<typeof streamInfoSchema>
export type StreamGps = z.infer<typeof streamGpsSchema>
export type StreamState = z.infer<typeof streamStateSchema>['state']
export type TalkStep = z.infer<typeof talkStepSchema>
export type StreamServerMessage = z.infer<typeof streamServerMessageSchema>
export type StreamCommand = z.infer<typeof streamCommandSchema>

/** Text messages of a client are short; a longer one is not read. */
export const MAX_COMMAND_BYTES = 1024

/** How often a paused playback says that it lives. */
export const PING_PERIOD_MS = 4000

/** A text message of the server; `null` when it is none that we know, which is ignored. */
export function parseStreamMessage(text: string): StreamServerMessage | null {
  return parse(streamServerMessageSchema, text)
}

/** A text message of a client; `null` when it is none that we know, which is ignored. */
export function parseStreamCommand(text: string): StreamCommand | null {
  return text.length > MAX_COMMAND_BYTES ? null : parse(streamCommandSchema, text)
}

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    const result = schema.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
