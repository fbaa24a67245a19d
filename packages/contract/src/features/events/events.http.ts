import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { secret } from '../../envelope/index.ts'

/** `POST`: the events that the filters leave (API1-16, API2-081). */
export const eventQueryPath = '/gkevent/eventquery'
/** `POST` with the same filters: how many there are. */
export const eventCountPath = '/gkevent/eventcount'
/** `PUT`: check status; `POST`: memo (API2-083, API2-084). */
export const eventSetPath = '/gkevent/eventset'
/** `GET` with the name of a file: footage of an event, as MP4 with byte ranges (API2-086). */
export const eventFootagePath = '/gkevent/footage'
/** `GET`: where the footage of an event starts and ends (API2-087). */
export const eventFootageInfoPath = '/gkevent/footageinfo'

/** `POST`: fetches what failed of an event once more, as its download plan wants it now. */
export const eventFetchAgainPath = '/api/event-media/again'

export const eventQueryAccess: Requirement = { anyOf: ['F_event'] }

/** Channels of which an event can have footage: one bit each of `download` (EVT-28). */
export const EVENT_FOOTAGE_CHANNELS = 8

/** Channels of which an event can have a picture: one bit each of `snap` (EVT-29). */
export const EVENT_SNAPSHOT_CHANNELS = 16

/** Characters of a memo. */
export const EVENT_MEMO_MAX = 500

/** EVT-27: reported at once, recovered from the memory of the device, or detected by the server. */
export const EventOrigin = { realtime: 0, recover: 1, server: 2 } as const

/** How fetching stands: one for each channel and kind that is wanted. */
const eventMediaSchema = z.object({
  channel: z.int(),
  kind: z.enum(['footage', 'snapshot']),
  state: z.enum(['waiting', 'fetching', 'done', 'failed']),
  /** 0 to 100. */
  percent: z.int(),
  /** Code of the error catalogue: why it waits or failed. */
  reason: z.string().optional(),
  /** The reason in English. */
  message: z.string().optional(),
})

export type EventMediaState = z.infer<typeof eventMediaSchema>

/** A file that the device brought with an alarm of active safety; `autoUploadFileAddress` has its address. */
const eventFileSchema = z.object({ serialno: z.int(), filename: z.string(), filesize: z.int(), fileext: z.string() })

export type EventFile = z.infer<typeof eventFileSchema>

const bit = z.union([z.literal(0), z.literal(1)])

/** One event that was stored (EVT-26). */
const storedEventSchema = z.object({
  /** Grows by one with each event of the server. */
  serialno: z.int(),
  deviceid: z.string(),
  /** `YYYY-MM-DD HH:mm:ss` in the time zone that was asked for, else that of the server. */
  eventtime: z.string(),
  /** Unix seconds UTC. */
  eventtimeutc: z.int(),
  /** Unix seconds UTC with three decimals; no two changes of events have the same. */
  updatetime: z.number(),
  /** See `EventOrigin`. */
  type: z.literal([0, 1, 2]),
  /** A number of the catalogue. */
  appdevid: z.int(),
  /** As in an event message. */
  cmd: z.enum(['new', 'cover']),
  /** As in an event message. */
  eventname: z.string(),
  /** What somebody wrote, else what the event says. */
  memo: z.string(),
  call: bit,
  /** As in an event message. */
  late: z.literal(1).optional(),
  notifytext: z.string().optional(),
  notifycolor: z.string().optional(),
  /** The fence that was crossed; else empty. */
  fencename: z.string(),
  /** Latitude in `vehiclex`, longitude in `vehicley`, degrees, and km/h; null where the device did not know where it was (GPSP-57). */
  vehiclex: z.number().nullable(),
  vehicley: z.number().nullable(),
  speed: z.number().nullable(),
  /** Attempts to fetch footage and pictures, and 1 when all fetching is done (EVT-31). */
  try: z.int(),
  completed: bit,
  /** Channels whose footage, or picture, is there; bit n-1 is channel n. */
  download: z.int(),
  snap: z.int(),
  /** 1: the server has a recording of that time. */
  haverdb: bit,
  checkstatus: bit,
  /** Left out where nothing is wanted. */
  media: z.array(eventMediaSchema).optional(),
  /** Files of the alarm, in the order they came; left out where there are none. */
  files: z.array(eventFileSchema).optional(),
})

export type StoredEvent = z.infer<typeof storedEventSchema>

export const storedEventsSchema = z.array(storedEventSchema)

const serialno = z.int().nonnegative()

export const eventCheckSchema = z.object({ serialno, checkstatus: bit })
export type EventCheck = z.infer<typeof eventCheckSchema>

export const eventMemoSchema = z.object({
  serialno,
  memo: z.string().max(EVENT_MEMO_MAX, `has more than ${EVENT_MEMO_MAX} characters`),
})
export type EventMemo = z.infer<typeof eventMemoSchema>

const updatetime = z.number()
/** All channels of the kind that failed. */
export const eventFetchAgainSchema = z.object({ serialno, kind: z.enum(['footage', 'snapshot']) })

/** API2-085. */
export const eventCheckAnswerSchema = eventCheckSchema.extend({ updatetime })
export const eventMemoAnswerSchema = eventMemoSchema.extend({ updatetime })

/** `u` is the user, `p` the hash, `s` the event and `c` the channel (API2-088). */
export const eventFootageSchema = z.object({
  u: z.string('is missing'),
  p: secret(z.string('is missing')),
  s: z.coerce.number().int().nonnegative(),
  c: z.coerce.number().int().min(1).max(EVENT_FOOTAGE_CHANNELS),
})

/** Unix seconds UTC. */
export const eventFootageInfoSchema = z.object({ start: z.int(), end: z.int() })

/** The name of the file of an event and channel; its time is that of the event (API2-088). */
export function eventFootageName(deviceId: string, eventTimeS: number, channel: number): string {
  return `${deviceId}_${eventTimeS}_ch${channel}.mp4`
}

/** Channels whose bit is set, by number (EVT-21). */
export function maskChannels(mask: number, last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1).filter((channel) => (mask & (1 << (channel - 1))) !== 0)
}
