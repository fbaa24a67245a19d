import { z } from 'zod'
import { streamErrorSchema } from '../../streams/index.ts'

/** The devices that a broadcast addresses: all devices its user may see, or chosen ones (BCST-01, BCST-02). */
export const broadcastModes = ['GLOBAL', 'DEVICES'] as const
export type BroadcastMode = (typeof broadcastModes)[number]

/** Devices that one start can name. `GLOBAL` names none and addresses all that the user may see, however many they are. */
export const MAX_BROADCAST_DEVICES = 10_000
/** Letters of a device's id. */
const MAX_ID_LETTERS = 31
/** The longest start: each id with its quotes and its comma. */
export const MAX_BROADCAST_START_BYTES = MAX_BROADCAST_DEVICES * (MAX_ID_LETTERS + 3) + 1024

/** What the browser says (BCST-06). */
export const broadcastCommandSchema = z.discriminatedUnion('cmd', [
  z.object({
    cmd: z.literal('start'),
    mode: z.enum(broadcastModes),
    /** Only looked at with `DEVICES`. */
    devices: z.array(z.string().max(MAX_ID_LETTERS)).max(MAX_BROADCAST_DEVICES).default([]),
  }),
  z.object({ cmd: z.literal('end') }),
])

export type BroadcastCommand = z.infer<typeof broadcastCommandSchema>

const missedSchema = z.object({ deviceid: z.string(), reason: z.string() })

/** What the server says. */
export const broadcastMessageSchema = z.union([
  z.object({
    type: z.literal('state'),
    state: z.literal('started'),
    /** The devices that are online: these are opened, some at a time. */
    devices: z.array(z.string()),
    /** Skipped (BCST-07). */
    offline: z.array(z.string()),
  }),
  z.object({ type: z.literal('state'), state: z.literal('ended') }),
  /** How far it is, at most twice a second: how many hear it now, and which ones do not, each reported once. */
  z.object({ type: z.literal('reached'), hearing: z.number(), missed: z.array(missedSchema) }),
  streamErrorSchema,
])

export type BroadcastMessage = z.infer<typeof broadcastMessageSchema>

/** `null` for what is no command of ours: it is ignored. */
export function parseBroadcastCommand(text: string): BroadcastCommand | null {
  return parse(broadcastCommandSchema, text)
}

/** `null` for what is no message of ours: it is ignored. */
export function parseBroadcastMessage(text: string): BroadcastMessage | null {
  return parse(broadcastMessageSchema, text)
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
