// Ways that vehicles are to keep to: 32 numbered places to keep one in. A way is sent as the corridor drawn around it.
import { cellBytes, distanceM } from '@fleetglass/geo'
import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { devicesField, flagField, latField, lngField, placeField, SLOTS, titleField } from '../fences/fence-fields.ts'

/** `GET`: all slots in order, the empty ones too, without their bitmaps. */
export const routeListPath = '/gkserver/tracklist'
/** `GET` and `PUT` of one slot: `routePath(index)`. */
export const ROUTE_ROUTE = '/gkserver/track/:index'
export function routePath(index: number): string {
  return `/gkserver/track/${index}`
}

/** Who may change a route. */
export const routeWriteAccess: Requirement = requirements.routePlanning

export const ROUTE_SLOTS = SLOTS
/** Longest way: exactly so long is not too long. */
export const ROUTE_MAX_M = 50_000
/** Degrees of a cell (ROUTE-23). */
export const ROUTE_ACCURACY = 0.0001
/** Markers of one route. */
export const MARKERS_MAX = 200
/** Cells of a bitmap, each way: what 50 km are at 70 degrees of latitude, and as much again. */
export const CELLS_MAX = 28_000
/** Bytes of a bitmap: a way of 50 km from corner to corner of it at 65 degrees of latitude. */
export const BITMAP_MAX_BYTES = 4 * 1024 * 1024
/** Bytes of the call that saves one, in base64 and with what stands beside it. */
export const ROUTE_BODY_MAX_BYTES = Math.ceil((BITMAP_MAX_BYTES * 4) / 3) + 1024 * 1024

/** A route as it is returned. `devices`: of those the caller sees. */
export const routeSchema = z.object({
  title: z.string(),
  enable: flagField,
  /** South-west corner of the bitmap. */
  lat: z.number(),
  lng: z.number(),
  /** Cells. */
  width: z.number(),
  height: z.number(),
  /** Degrees of a cell. */
  accuracy: z.number(),
  /** The markers in order. */
  latlngs: z.array(z.object({ lat: z.number(), lng: z.number() })),
  devices: z.array(z.string()),
  /** The corridor in base64: rows from south to north, each of whole bytes, west to east, most significant bit first. */
  data: z.string(),
})
export type PlannedRoute = z.infer<typeof routeSchema>

/** An unused slot. */
export const emptyRoute: PlannedRoute = {
  title: '',
  enable: 0,
  lat: 0,
  lng: 0,
  width: 0,
  height: 0,
  accuracy: ROUTE_ACCURACY,
  latlngs: [],
  devices: [],
  data: '',
}

export const routeListSchema = z.array(routeSchema.omit({ data: true }).extend({ index: z.int() }))

const cells = z
  .int('is not a whole number of cells')
  .min(0, 'is below 0')
  .max(CELLS_MAX, `is more than ${CELLS_MAX} cells`)

/** What is saved. A slot is emptied with no markers, no cells and `enable` 0. */
export const routeRequestSchema = z
  .object({
    title: titleField,
    enable: flagField,
    lat: latField,
    lng: lngField,
    width: cells,
    height: cells,
    accuracy: z.literal(ROUTE_ACCURACY, `is not ${ROUTE_ACCURACY}`),
    latlngs: z.array(placeField, 'is not a list of places').max(MARKERS_MAX, `has more than ${MARKERS_MAX} markers`),
    devices: devicesField,
    data: z.string('is not a text').regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not base64'),
  })
  .superRefine((route, context) => {
    const fault = routeFault(route)
    if (fault !== null) context.addIssue({ code: 'custom', ...fault })
  })
export type RouteRequest = z.infer<typeof routeRequestSchema>

/** Metres along the markers, straight from one to the next: no way is shorter. */
export function straightM(latlngs: PlannedRoute['latlngs']): number {
  return latlngs.slice(1).reduce((sum, place, n) => sum + distanceM(latlngs[n]!, place), 0)
}

function routeFault(route: Omit<PlannedRoute, 'devices'>): { path: [keyof PlannedRoute]; message: string } | null {
  const { lat, lng, width, height, accuracy, data } = route
  const bytes = cellBytes(width, height)
  if (bytes > BITMAP_MAX_BYTES) return { path: ['width'], message: 'with the height it makes too large a bitmap' }
  if (data.length !== Math.ceil(bytes / 3) * 4 || paddingOf(data) !== (3 - (bytes % 3)) % 3) {
    return { path: ['data'], message: `is not of ${width} x ${height} cells: they take ${bytes} bytes` }
  }
  if (lat + height * accuracy > 90 || lng + width * accuracy > 180) {
    return { path: ['height'], message: 'the bitmap goes beyond the earth' }
  }
  if (straightM(route.latlngs) > ROUTE_MAX_M) {
    return { path: ['latlngs'], message: `the route is longer than ${ROUTE_MAX_M / 1000} km` }
  }
  if (route.latlngs.length === 0) {
    return route.enable === 0 ? null : { path: ['enable'], message: 'a route without markers cannot be enabled' }
  }
  if (route.latlngs.length === 1) return { path: ['latlngs'], message: 'a route has two markers at least' }
  if (bytes === 0) return { path: ['data'], message: 'is empty: a route is defined by its corridor' }
  return route.title === '' ? { path: ['title'], message: 'is empty' } : null
}

function paddingOf(base64: string): number {
  if (base64.endsWith('==')) return 2
  return base64.endsWith('=') ? 1 : 0
}
