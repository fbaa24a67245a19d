// Custom download events: footage of a time that is fetched from devices as soon as they are there.
import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { streamCredentials } from '../../streams/index.ts'
import { customEventFault, FOOTAGE_CHANNELS, MAX_EVENT_DEVICES } from './footage.rules.ts'

/** `POST` saves a custom download event (API1-26). */
export const customEventPath = '/gkevent/customevent'
/** `GET` lists what was asked for, the newest first; `POST` pauses, resumes or cancels one. */
export const footagePath = '/api/footage'
/** `GET` with `user` and `password` in the query: what one channel delivered, as MP4 with byte ranges. */
export const footageFilePath = '/api/footage/file'

/** Who may save a custom download event, and see what comes of it (MP4-37, RIGHT-011). */
export const footageAccess: Requirement = { anyOf: ['F_addcd'] }

/** Played to the server (0x9201), or brought as a file by FTP (0x9206). */
export const footageWays = ['stream', 'file'] as const
export type FootageWay = (typeof footageWays)[number]

const LONGEST_ID_LIST = MAX_EVENT_DEVICES * 32
const unixS = z.number().int().nonnegative().max(99_999_999_999)
/** Bit n-1 is channel n. */
const channelBits = z
  .number()
  .int()
  .min(0)
  .max(2 ** FOOTAGE_CHANNELS - 1)

/** A custom download event (MP4-17 … 22, MP4-34). */
export const customEventSchema = z
  .object({
    /** Ids between commas. */
    deviceid: z.string().max(LONGEST_ID_LIST, 'names too many devices'),
    /** Unix seconds. */
    start: unixS,
    end: unixS,
    /** Which channels. */
    downloadplan: channelBits,
    /** Of which channels the main stream; of the others the sub stream. */
    streamtype: channelBits,
    /** 1: with sound. */
    audioout: z.union([z.literal(0), z.literal(1)], 'is neither 0 nor 1'),
    /** How the devices deliver it; left out: as a stream. */
    way: z.enum(footageWays, 'is neither "stream" nor "file"').default('stream'),
  })
  .superRefine((event, context) => {
    const fault = customEventFault(event)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
export type CustomEvent = z.infer<typeof customEventSchema>
/** As it is sent. */
export type CustomEventInput = z.input<typeof customEventSchema>

export const customEventAnswerSchema = z.object({ hasError: z.boolean(), message: z.string() })

/** `queued`: it waits for its device, or for its turn. `failed` and `done` are over. */
export const footageStates = ['queued', 'running', 'paused', 'done', 'failed'] as const
export type FootageStateName = (typeof footageStates)[number]

/** One device of one event. */
export const footageTaskSchema = z.object({
  id: z.number().int(),
  deviceid: z.string(),
  /** Unix seconds, `[start, end)`. */
  start: z.number().int(),
  end: z.number().int(),
  channels: z.array(z.number().int()),
  /** Channels of which there is a file; complete once the state is `done`. */
  files: z.array(z.number().int()),
  state: z.enum(footageStates),
  way: z.enum(footageWays),
  /** Why it waits or failed, for people; empty when there is nothing to say. */
  reason: z.string(),
  percent: z.number().int(),
  bytes: z.number(),
  user: z.string(),
  /** Unix seconds when it was asked for. */
  time: z.number().int(),
})
export type FootageTask = z.infer<typeof footageTaskSchema>
export const footageTasksSchema = z.array(footageTaskSchema)

export const footageActions = ['pause', 'resume', 'cancel'] as const
export type FootageAction = (typeof footageActions)[number]
export const footageActionSchema = z.object({ id: z.number().int(), action: z.enum(footageActions) })

export const footageFileSchema = streamCredentials.extend({
  id: z.coerce.number().int(),
  ch: z.coerce.number().int().min(1).max(FOOTAGE_CHANNELS),
})
export type FootageFile = z.infer<typeof footageFileSchema>

/** Path and query of a file. */
export function footageFileAddress(file: FootageFile): string {
  const query = Object.entries(file).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${footageFilePath}?${query.join('&')}`
}
