// Points whose device had no believable clock (before 2010, or more than ten minutes ahead): kept apart, never in a track.
import { z } from 'zod'
import { trackRangeSchema } from './tracks.schema.ts'

/** `POST`: `deviceid`, `start` and `end` of the arrival in unix seconds, both included; needs what a track needs (`trackAccess`). */
export const clockFaultsPath = '/api/clock-faults'

export const clockFaultsRequestSchema = trackRangeSchema

export const clockFaultsSchema = z.object({
  count: z.int(),
  /** Unix seconds of the arrival of the first and the last of them; null of none. */
  first: z.int().nullable(),
  last: z.int().nullable(),
  /** What the clock said with the last, unix seconds; null when it said nothing. */
  said: z.int().nullable(),
})

export type ClockFaults = z.infer<typeof clockFaultsSchema>
