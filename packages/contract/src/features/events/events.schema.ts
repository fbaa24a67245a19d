import { z } from 'zod'
import { secret } from '../../envelope/index.ts'

/** Where the event socket is: on the main channel's port, and on the web port for a proxy with one port (EVTS-05). */
export const EVENT_PATH = '/event'

/**
 * The first message of the client, as JSON. `password` is the hash that the login carries too, or an API token. `session` is the token
 * of the client's session: the socket ends with it.
 */
export const eventLoginSchema = z.object({
  user: z.string().min(1).max(256),
  password: secret(z.string().regex(/^([0-9A-Fa-f]{64}|fgt_[\w-]{43})$/, 'is not a SHA-256 in hex')),
  session: secret(z.string().regex(/^[0-9A-Fa-f]{64}$/, 'is no token of a session')).optional(),
})

export type EventLogin = z.infer<typeof eventLoginSchema>

/** Longest message of a client, in bytes. */
export const EVENT_LOGIN_MAX_BYTES = 4096

/** A client that says nothing for so long after it connected is closed with `EventClose.badCredentials`. */
export const EVENT_LOGIN_WITHIN_MS = 5000

/** Why the server closed the event socket. After `badCredentials` a client stays away (EVTS-06). */
export const EventClose = {
  badCredentials: 4401,
  /** Too many attempts, or the server cannot look into its accounts now: to be tried again. */
  tryAgain: 1013,
  /** The client said more than who it is. */
  notAsked: 1008,
} as const

const text = z.string().max(1000)

/** One event, as the server sends it (ENT-087 … ENT-093). */
export const eventMessageSchema = z.object({
  /** `new`: it began, or it happened. `cover`: what had begun is over. */
  cmd: z.enum(['new', 'cover']),
  /** Unix seconds UTC: the device's own time where its clock is right. */
  time: z.int().nonnegative(),
  deviceid: text,
  /** A number of the catalogue. */
  eventid: z.int().nonnegative(),
  /** By the profile of the device, else what the event is called itself. Empty: the catalogue's label counts. */
  eventname: text,
  memo: text,
  /** 1: a person in the vehicle requests a talk, or a realtime plan calls. */
  call: z.union([z.literal(0), z.literal(1)]),
  /** Seconds for which the call rings (PLAN-58); left out: until its notice is closed. */
  calltime: z.int().positive().optional(),
  /** 1: received after something newer of the device, or from its memory; `time` is when it happened. */
  late: z.literal(1).optional(),
  /** What the profile of the device says beside the name (PROF-13). */
  notifytext: text.optional(),
  /** `#RRGGBB`, of the same profile; left out: as the theme has it. */
  notifycolor: text.optional(),
})

export type EventMessage = z.infer<typeof eventMessageSchema>
