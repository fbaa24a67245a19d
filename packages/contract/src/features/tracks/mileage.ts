// The trip of a device in a range: one helper shared by the screens.
import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { secondsSchema } from '../../envelope/index.ts'
import { gpsInfoSchema } from '../devices/index.ts'
import { TRACK_RANGE_S_MAX } from './tracks.schema.ts'

/** `POST /gkmileage/summary`: `deviceid`, `afterTime` and `beforeTime` in unix seconds, both ends included. */
export const mileagePath = '/gkmileage/summary'
/** The same without who and where: device in `A`, range in `B` and `E`, `Trip` as JSON. */
export const TRIP = 'Q13'

/** A trip has the places where it begins and ends; see `trackAccess`. */
export const mileageAccess: Requirement = { anyOf: ['F_gps'] }

export const mileageRequestSchema = z
  .object({ deviceid: z.string(), afterTime: secondsSchema, beforeTime: secondsSchema })
  .refine(({ afterTime, beforeTime }) => afterTime <= beforeTime, 'the range ends before it starts')
  .refine(
    ({ afterTime, beforeTime }) => beforeTime - afterTime <= TRACK_RANGE_S_MAX,
    'the range is longer than 31 days',
  )

export type MileageRequest = z.infer<typeof mileageRequestSchema>

/** What a device did in a range. Times in seconds. */
export const tripSchema = z.object({
  /** Kilometres. */
  distance: z.number(),
  /** Unbroken runs at 100 km/h or more. */
  oscount: z.number(),
  /** Stops of at least 60 s. */
  parkcount: z.number(),
  parktime: z.number(),
  /** Moving above 5 km/h. */
  totalDrivingtime: z.number(),
  /** Of it, under the name that the driver has now. */
  driverDrivingtime: z.number(),
})

export type Trip = z.infer<typeof tripSchema>

/** A device, how it is now, and its trip. */
export const mileageSchema = tripSchema.extend({
  deviceid: z.string(),
  vehicleid: z.string(),
  extid: z.string(),
  plate: z.string(),
  drivername: z.string(),
  driverlicense: z.string(),
  status: z.number(),
  satellites: z.number().nullable(),
  status_time: z.number().nullable(),
  gps_info: gpsInfoSchema,
})

export type Mileage = z.infer<typeof mileageSchema>
