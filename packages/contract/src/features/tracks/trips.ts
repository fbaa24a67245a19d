// Drives and stops of a device in a range, by the one rule of `@fleetglass/geo`.
import { z } from 'zod'
import { trackRangeSchema } from './tracks.schema.ts'

/** `POST`: `deviceid`, `start` and `end` in unix seconds, both ends included; needs what a track needs (`trackAccess`). */
export const tripsPath = '/api/trips'

export const tripsRequestSchema = trackRangeSchema

const placeSchema = z.object({ lat: z.number(), lng: z.number() })

/** A drive, or a stop of 60 s and more. */
export const tripPartSchema = z.object({
  kind: z.enum(['drive', 'stop']),
  /** Unix seconds. */
  start: z.int(),
  end: z.int(),
  from: placeSchema,
  to: placeSchema,
  /** Kilometres; of a stop 0. */
  distance: z.number(),
  /** km/h. */
  maxSpeed: z.number(),
})

export type TripPartAnswer = z.infer<typeof tripPartSchema>

/** In order of time; what is between two parts was silence. */
export const tripsSchema = z.array(tripPartSchema)
