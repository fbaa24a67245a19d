import { z } from 'zod'

/** `GET`: whether addresses are looked up at all, and by what. */
export const geocodeStatusPath = '/nominatim/status'
export const geocodeStatusSchema = z.object({
  enable: z.boolean(),
  /** The site has a geocoder, which answers when nothing is in its way. */
  geocoder: z.boolean().default(true),
  /** The source of the list of nearest places, used where the geocoder does not answer; '' where there is none. */
  credit: z.string().default(''),
})
export type GeocodeStatus = z.infer<typeof geocodeStatusSchema>

/** `POST`: the address of a place. */
export const reversePath = '/nominatim/reverse'
/** The zoom that the console asks with: a house. */
export const REVERSE_ZOOM = 18

const number = (low: number, high: number) =>
  z.union([
    z.number().min(low).max(high),
    z
      .string()
      .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
      .transform(Number)
      .pipe(z.number().min(low).max(high)),
  ])

/** Degrees; `lng` is taken in place of `lon`. */
export const reverseRequestSchema = z
  .object({
    lat: number(-90, 90),
    lon: number(-180, 180).optional(),
    lng: number(-180, 180).optional(),
    zoom: number(0, REVERSE_ZOOM).pipe(z.number().int()).default(REVERSE_ZOOM),
  })
  .transform(({ lat, lon, lng, zoom }) => ({ lat, lon: lon ?? lng, zoom }))
  .pipe(z.object({ lat: z.number(), lon: z.number('is missing'), zoom: z.number() }))

export type ReverseRequest = z.infer<typeof reverseRequestSchema>

/** An address, or why there is none. `approximate`: not where the place is, but what is near. */
export const reverseAnswerSchema = z.union([
  z.object({ display_name: z.string(), approximate: z.literal(true).optional() }),
  z.object({ error: z.string() }),
])

export type ReverseAnswer = z.infer<typeof reverseAnswerSchema>

/** `POST`: towns by the beginning of their name. */
export const placesPath = '/nominatim/search'
/** How many places an answer has at most. */
export const MOST_PLACES = 5

/** Degrees of a place to which the towns are to be near; without one the order of equal names means nothing. */
export const placesRequestSchema = z.object({
  text: z.string().trim().min(2).max(64),
  near: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).optional(),
})
export type PlacesRequest = z.infer<typeof placesRequestSchema>

/** Best first: a name that is the text before one that only begins with it, and then what is nearer. */
export const placesAnswerSchema = z.array(
  z.object({ name: z.string(), country: z.string(), lat: z.number(), lng: z.number() }),
)
export type FoundPlace = z.infer<typeof placesAnswerSchema>[number]
