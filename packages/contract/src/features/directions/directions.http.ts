import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'

/** `POST`: the way on roads through places in order. */
export const directionsPath = '/api/directions'
/** Ways are looked up for who plans routes. */
export const directionsAccess: Requirement = requirements.routePlanning

/** Places of one question; a route of more is drawn in straight lines. */
export const DIRECTIONS_PLACES_MAX = 200
/** Points of a way that are taken over; a longer one is none for a vehicle's day. */
export const WAY_POINTS_MAX = 50_000

const placeSchema = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })

export const directionsRequestSchema = z.object({
  places: z
    .array(placeSchema)
    .min(2, 'holds fewer than two places')
    .max(DIRECTIONS_PLACES_MAX, `holds more than ${DIRECTIONS_PLACES_MAX} places`),
})

/** `straight`: lines between the places themselves, because there is no directions server (`reason` is '') or it failed. */
export const directionsAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('road'), way: z.array(placeSchema).max(WAY_POINTS_MAX) }),
  z.object({ kind: z.literal('straight'), way: z.array(placeSchema).max(DIRECTIONS_PLACES_MAX), reason: z.string() }),
])
export type Directions = z.infer<typeof directionsAnswerSchema>
