// What is planned of one route before it is saved. Pure: the page has a draft and shows the result of these functions.
import {
  BITMAP_MAX_BYTES,
  MARKERS_MAX,
  type PlannedRoute,
  ROUTE_ACCURACY,
  ROUTE_MAX_M,
  type RouteRequest,
  straightM,
} from '@fleetglass/contract/routes'
import { cellBytes, corridorGrid, drawCorridor } from '@fleetglass/geo'
import type { MapPlace } from '../../engines/map/index.ts'

/** A position of a route; `id` stays its own while it is moved about. */
export interface Position extends MapPlace {
  readonly id: string
}

export interface RouteDraft {
  readonly index: number
  readonly title: string
  readonly enable: 0 | 1
  readonly devices: ReadonlySet<string>
  readonly positions: readonly Position[]
}

/** The way through the positions, when it is known. */
export type Way =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'road'; readonly way: readonly MapPlace[] }
  | { readonly kind: 'straight'; readonly way: readonly MapPlace[]; readonly reason: string }

export function draftOfRoute(index: number, route: PlannedRoute, idOf: () => string): RouteDraft {
  // What an unused slot offers is watched as soon as it is drawn and has a vehicle.
  const isUnused = route.title === '' && route.latlngs.length === 0 && route.devices.length === 0
  return {
    index,
    title: route.title,
    enable: isUnused ? 1 : route.enable,
    devices: new Set(route.devices),
    positions: route.latlngs.map((place) => ({ ...place, id: idOf() })),
  }
}

/** A, B … Z, AA, AB and so on (ROUTE-08, ROUTE-36). */
export function labelOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : labelOf(Math.floor(at / 26) - 1) + letter
}

export function withPosition(draft: RouteDraft, position: Position): RouteDraft {
  if (draft.positions.length >= MARKERS_MAX) return draft
  return { ...draft, positions: [...draft.positions, onMap(position)] }
}

/** A position elsewhere on the map. */
export function withPlace(draft: RouteDraft, id: string, place: MapPlace): RouteDraft {
  const moved = (one: Position): Position => (one.id === id ? onMap({ ...place, id }) : one)
  return { ...draft, positions: draft.positions.map(moved) }
}

/** A position elsewhere in the order. */
export function reordered(draft: RouteDraft, from: number, to: number): RouteDraft {
  const position = draft.positions[from]
  if (position === undefined || to < 0 || to >= draft.positions.length) return draft
  return { ...draft, positions: draft.positions.toSpliced(from, 1).toSpliced(to, 0, position) }
}

/** Metres along a way. */
export function lengthM(way: Way): number {
  return 'way' in way ? straightM([...way.way]) : 0
}

/** ROUTE-19, ROUTE-36: more than 50 km, or (by the poles) more cells than a bitmap may have. */
export function isTooLarge(way: Way): boolean {
  if (!('way' in way)) return false
  if (lengthM(way) > ROUTE_MAX_M) return true
  const { width, height } = corridorGrid(way.way, ROUTE_ACCURACY)
  return cellBytes(width, height) > BITMAP_MAX_BYTES
}

/** ROUTE-20 … ROUTE-22; a way that is not known yet, and a route without a title, cannot be saved either. */
export function mayBeSaved(draft: RouteDraft | null, way: Way): boolean {
  return draft !== null && draft.title !== '' && draft.positions.length >= 2 && 'way' in way && !isTooLarge(way)
}

/** What is sent: the corridor around the way, drawn five cells wide (ROUTE-30). */
export function routeRequest(draft: RouteDraft, way: readonly MapPlace[]): RouteRequest {
  const { grid, bytes } = drawCorridor(way, ROUTE_ACCURACY)
  return {
    title: draft.title,
    enable: draft.enable,
    devices: [...draft.devices],
    lat: grid.lat,
    lng: grid.lng,
    width: grid.width,
    height: grid.height,
    accuracy: ROUTE_ACCURACY,
    latlngs: draft.positions.map(({ lat, lng }) => ({ lat, lng })),
    data: toBase64(bytes),
  }
}

/** In pieces: the arguments of a call have a bound, and three bytes are four letters. */
function toBase64(bytes: Uint8Array): string {
  const pieceBytes = 3 * 8192
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + pieceBytes)))
  return text
}

function onMap({ id, lat, lng }: Position): Position {
  return { id, lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) }
}
