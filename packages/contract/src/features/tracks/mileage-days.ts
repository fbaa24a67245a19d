// What devices did, day by day, from sums that are kept: a month of 500 vehicles without reading a point.
import { z } from 'zod'
import { secondsSchema } from '../../envelope/index.ts'

/**
 * `POST`: `start` and `end` (unix seconds, both included), the offset from UTC in seconds `tz` that makes the days, and one
 * device (`deviceid`) or, without, all that the caller sees; needs what a track needs (`trackAccess`).
 */
export const mileageDaysPath = '/api/mileage-days'

/** A quarter of an hour: sums are kept of each, so that the days of every time zone add up. */
export const SLOT_S = 900

export const MILEAGE_DAYS_S_MAX = 92 * 86_400

const wholeQuarters = (seconds: number): boolean => seconds % SLOT_S === 0

export const mileageDaysRequestSchema = z
  .object({
    deviceid: z.string().optional(),
    start: secondsSchema,
    end: secondsSchema,
    tz: z
      .number()
      .int()
      .min(-43_200)
      .max(50_400)
      .refine(wholeQuarters, 'is no whole number of quarters of an hour')
      .default(0),
  })
  .refine(({ start, end }) => start <= end, 'the range ends before it starts')
  .refine(({ start, end }) => end - start <= MILEAGE_DAYS_S_MAX, 'the range is longer than 92 days')
  .refine(({ start, end }) => wholeQuarters(start) && wholeQuarters(end + 1), {
    message: 'the range does not begin and end with a quarter of an hour',
  })

export type MileageDaysRequest = z.infer<typeof mileageDaysRequestSchema>

/** One device on one day on which it reported. */
export const mileageDaySchema = z.object({
  deviceid: z.string(),
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Kilometres. */
  distance: z.number(),
  /** km/h. */
  maxSpeed: z.number(),
  /** Unix seconds of the first and the last point. */
  first: z.int(),
  last: z.int(),
  /** Seconds above 5 km/h, and at or below. */
  moving: z.int(),
  idle: z.int(),
  points: z.int(),
})

export type MileageDay = z.infer<typeof mileageDaySchema>

/** By device and day. */
export const mileageDaysSchema = z.array(mileageDaySchema)
