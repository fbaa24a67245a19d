import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { secondsSchema } from '../tracks/index.ts'

/** `POST`: what happened to a device in a range of time, by time (API1-16). */
export const eventQueryPath = '/gkevent/eventquery'

export const eventQueryAccess: Requirement = { anyOf: ['F_event'] }

/** The most events of one answer; where there are more, a shorter range is to be asked. */
export const EVENT_QUERY_MAX = 5_000

/** Unix seconds, both ends included (API1-49). */
export const eventQuerySchema = z
  .object({ deviceid: z.string(), afterTime: secondsSchema, beforeTime: secondsSchema })
  .refine(({ afterTime, beforeTime }) => afterTime <= beforeTime, 'the range ends before it starts')

/** One event that was kept. */
const storedEventSchema = z.object({
  /** Grows by one with each event of the server. */
  serialno: z.int(),
  deviceid: z.string(),
  /** Unix seconds UTC. */
  eventtimeutc: z.int(),
  /** A number of the catalogue. */
  type: z.int(),
  /** As in an event message. */
  cmd: z.enum(['new', 'cover']),
  /** As in an event message. */
  eventname: z.string(),
  memo: z.string(),
  call: z.union([z.literal(0), z.literal(1)]),
  /** As in an event message. */
  late: z.literal(1).optional(),
  notifytext: z.string().optional(),
  notifycolor: z.string().optional(),
  /** Latitude in `vehiclex`, longitude in `vehicley`, degrees, and km/h; null where the device did not know where it was (GPSP-57). */
  vehiclex: z.number().nullable(),
  vehicley: z.number().nullable(),
  speed: z.number().nullable(),
})

export type StoredEvent = z.infer<typeof storedEventSchema>

export const storedEventsSchema = z.array(storedEventSchema)

/** Channels of which an event can have footage: one bit each of `download` (EVT-28). */
export const EVENT_FOOTAGE_CHANNELS = 8

/** Channels of which an event can have a picture: one bit each of `snap` (EVT-29). */
export const EVENT_SNAPSHOT_CHANNELS = 16
