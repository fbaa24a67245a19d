import { z } from 'zod'
import { secondsSchema } from '../../envelope/index.ts'

/** The longest range of one call, seconds. */
export const TRACK_RANGE_S_MAX = 31 * 86_400

/** The most points of one answer: more than a day with a point a second. */
export const TRACK_POINTS_MAX = 100_000

const rangeFields = { deviceid: z.string(), start: secondsSchema, end: secondsSchema }
const inOrder = ({ start, end }: { start: number; end: number }): boolean => start <= end
const within31Days = ({ start, end }: { start: number; end: number }): boolean => end - start <= TRACK_RANGE_S_MAX
const notInOrder = 'the range ends before it starts'
const tooLong = 'the range is longer than 31 days'

/** A device and a range of time, both ends included (API1-49). */
export const trackRangeSchema = z.object(rangeFields).refine(inOrder, notInOrder).refine(within31Days, tooLong)

/** With `packed` the answer is blocks of numbers (`unpackTrack`) instead of points. */
export const trackRequestSchema = z
  .object({ ...rangeFields, packed: z.boolean().default(false) })
  .refine(inOrder, notInOrder)
  .refine(within31Days, tooLong)

export type TrackRequest = z.infer<typeof trackRequestSchema>

/** One point of a track. Speed and heading stand under two pairs of names: both are in use (ENT-086, GPSP-54). */
export const trackPointSchema = z.object({
  /** Unix milliseconds UTC. */
  time: z.number(),
  /** Degrees, signed. */
  lat: z.number(),
  lng: z.number(),
  /** km/h. */
  speed: z.number(),
  speedInKmh: z.number(),
  /** Degrees clockwise from north. */
  dir: z.number(),
  trackingAngle: z.number(),
})

export const trackSchema = z.array(trackPointSchema)

export type TrackPoint = z.infer<typeof trackPointSchema>
