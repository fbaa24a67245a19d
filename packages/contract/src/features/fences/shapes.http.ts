// Fences that are no circles: polygons, and lines with a width. Any number up to `SHAPES_MAX`, each with an id.
import { polygonFault } from '@fleetglass/geo'
import { z } from 'zod'
import { devicesField, flagField, placeField, titleField } from './fence-fields.ts'

/** `GET` lists them, `POST` saves one and answers its id, `DELETE` removes one. */
export const shapesPath = '/api/shapes'

export const SHAPES_MAX = 2_000
/** Of one shape. */
export const CORNERS_MAX = 500
/** Metres to each side of a line. */
export const REACH_MIN_M = 5
export const REACH_MAX_M = 5_000
/** Degrees from the westernmost to the easternmost corner. */
const WIDEST_DEG = 90

export const shapeKinds = ['polygon', 'line'] as const
export type ShapeKind = (typeof shapeKinds)[number]

/** A shape as it is returned. `devices`: of those the caller sees. */
export const shapeSchema = z.object({
  /** From 1; that of a removed shape may come again. */
  id: z.int(),
  kind: z.enum(shapeKinds),
  title: z.string(),
  enable: flagField,
  /** Corners of a polygon, which closes by itself; places of a line in order. */
  points: z.array(z.object({ lat: z.number(), lng: z.number() })),
  /** Metres to each side of a line; 0 for a polygon. */
  reach: z.number(),
  trigger_in: flagField,
  trigger_out: flagField,
  devices: z.array(z.string()),
})
export type Shape = z.infer<typeof shapeSchema>
export const shapesSchema = z.array(shapeSchema)

/** What is saved; without an id, or with 0, it is a new one. */
export const shapeRequestSchema = z
  .object({
    id: z.int('is not a number of a shape').min(0, 'is not a number of a shape').default(0),
    kind: z.enum(shapeKinds, 'is neither "polygon" nor "line"'),
    title: titleField.refine((text) => text !== '', 'is empty'),
    enable: flagField,
    points: z.array(placeField, 'is not a list of places').max(CORNERS_MAX, `has more than ${CORNERS_MAX} corners`),
    reach: z.int('is not a whole number of metres').default(0),
    trigger_in: flagField,
    trigger_out: flagField,
    devices: devicesField,
  })
  .superRefine((shape, context) => {
    const fault = shapeFault(shape)
    if (fault !== null) context.addIssue({ code: 'custom', path: fault.path, message: fault.message })
  })
export type ShapeRequest = z.infer<typeof shapeRequestSchema>

export type ShapeFault = 'wide' | 'places' | 'reach' | 'corners' | 'crossing'

/** Why it is no shape, as an issue of the field. Screens ask it before they save. */
export function shapeFault({ kind, points, reach }: Pick<Shape, 'kind' | 'points' | 'reach'>): {
  path: ['points' | 'reach']
  reason: ShapeFault
  message: string
} | null {
  const lngs = points.map(({ lng }) => lng)
  if (Math.max(...lngs) - Math.min(...lngs) > WIDEST_DEG) {
    return { path: ['points'], reason: 'wide', message: `are more than ${WIDEST_DEG} degrees of longitude apart` }
  }
  if (kind === 'line') {
    if (points.length < 2) return { path: ['points'], reason: 'places', message: 'a line has two places at least' }
    const isWide = reach >= REACH_MIN_M && reach <= REACH_MAX_M
    return isWide
      ? null
      : { path: ['reach'], reason: 'reach', message: `is not from ${REACH_MIN_M} to ${REACH_MAX_M} metres` }
  }
  switch (polygonFault(points)) {
    case 'few':
      return { path: ['points'], reason: 'corners', message: 'a polygon has three corners at least' }
    case 'crossing':
      return { path: ['points'], reason: 'crossing', message: 'the edges of the polygon cross or touch each other' }
    case null:
      return null
  }
}

export const shapeSavedSchema = z.object({ hasError: z.literal(false), message: z.string(), id: z.int() })
export const shapeRemovalSchema = z.object({ id: z.int('is not a number of a shape') })
