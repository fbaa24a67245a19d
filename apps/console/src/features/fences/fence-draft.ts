// What is typed and drawn of one fence before it is saved. Pure: the page has a draft and shows the result of these functions.
import {
  emptyFence,
  type Fence,
  isNowhere,
  RADIUS_MAX_M,
  REACH_MAX_M,
  REACH_MIN_M,
  type Shape,
  type ShapeFault,
  type ShapeKind,
  type ShapeRequest,
  shapeFault,
} from '@fleetglass/contract/fences'
import type { Figure, MapPlace } from '../../engines/map/index.ts'

/** What circles, polygons and lines share. */
interface DraftWords {
  readonly title: string
  readonly enable: 0 | 1
  readonly triggerIn: boolean
  readonly triggerOut: boolean
  readonly devices: ReadonlySet<string>
}

/** One of the 32 numbered circles. Its numbers are as they were typed. */
export interface CircleDraft extends DraftWords {
  readonly kind: 'circle'
  readonly index: number
  readonly lat: string
  readonly lng: string
  readonly radius: string
}

/** A polygon or line; `id` 0 is a new one. */
export interface ShapeDraft extends DraftWords {
  readonly kind: ShapeKind
  readonly id: number
  readonly points: readonly MapPlace[]
  readonly reach: string
}

export type FenceDraft = CircleDraft | ShapeDraft

const newWords: DraftWords = { title: '', enable: 1, triggerIn: true, triggerOut: true, devices: new Set() }

const DEGREE_DECIMALS = 6
/** Of a new line. */
const usualReachM = 50

export function draftOfFence(index: number, fence: Fence): CircleDraft {
  if (isUnused(fence)) return newCircle(index)
  // The zeros of a fence without a place are not offered as coordinates.
  const text = (value: number) => (value === 0 && isNowhere(fence) ? '' : String(value))
  return {
    kind: 'circle',
    index,
    title: fence.title,
    enable: fence.enable,
    triggerIn: fence.trigger_in === 1,
    triggerOut: fence.trigger_out === 1,
    devices: new Set(fence.devices),
    lat: text(fence.lat),
    lng: text(fence.lng),
    radius: text(fence.radius),
  }
}

/** FENCE-25. */
function isUnused(fence: Fence): boolean {
  return JSON.stringify({ ...emptyFence, ...fence }) === JSON.stringify(emptyFence)
}

/** What an unused slot offers: a fence that does something as soon as it is drawn and has a vehicle. */
function newCircle(index: number): CircleDraft {
  return { kind: 'circle', index, ...newWords, lat: '', lng: '', radius: '' }
}

export function draftOfShape(shape: Shape): ShapeDraft {
  return {
    kind: shape.kind,
    id: shape.id,
    title: shape.title,
    enable: shape.enable,
    points: shape.points,
    triggerIn: shape.trigger_in === 1,
    triggerOut: shape.trigger_out === 1,
    devices: new Set(shape.devices),
    reach: String(shape.reach),
  }
}

export function newShape(kind: ShapeKind): ShapeDraft {
  return { kind, id: 0, ...newWords, points: [], reach: String(usualReachM) }
}

/** What is on the map of a draft; null while it has no place (FENCE-16). */
export function figureOf(draft: FenceDraft): Figure | null {
  if (draft.kind === 'circle') {
    const circle = readCircle(draft)
    if (circle === null || isNowhere(circle) || !isOnEarth(circle)) return null
    return { kind: 'circle', center: { lat: circle.lat, lng: circle.lng }, radiusM: circle.radius }
  }
  const { kind, points } = draft
  if (points.length === 0) return null
  return kind === 'polygon' ? { kind, points } : { kind, points, reachM: readNumber(draft.reach) ?? 0 }
}

/** FENCE-13, FENCE-14: what was drawn stands in the fields. */
export function withFigure(draft: FenceDraft, figure: Figure): FenceDraft {
  if (draft.kind === 'circle') {
    if (figure.kind !== 'circle') return draft
    const { center, radiusM } = figure
    const text = (degrees: number) => String(Number(degrees.toFixed(DEGREE_DECIMALS)))
    return {
      ...draft,
      lat: text(center.lat),
      lng: text(center.lng),
      radius: String(Math.min(RADIUS_MAX_M, Math.max(1, Math.round(radiusM)))),
    }
  }
  if (figure.kind === 'circle') return draft
  const reach = figure.kind === 'line' ? String(Math.round(figure.reachM)) : draft.reach
  return { ...draft, points: figure.points, reach }
}

/** A field whose value cannot be saved. One that is empty is at fault once another number of the circle stands there. */
export type FieldFault = 'title' | 'lat' | 'lng' | 'radius' | 'reach'

export function fieldFaults(draft: FenceDraft): ReadonlySet<FieldFault> {
  if (draft.kind !== 'circle') {
    const reach = reachOf(draft)
    const isWide = draft.kind === 'polygon' || (reach >= REACH_MIN_M && reach <= REACH_MAX_M)
    const faults: readonly (FieldFault | false)[] = [!isWide && 'reach', draft.points.length > 0 && untitled(draft)]
    return new Set(faults.filter((fault) => fault !== false))
  }
  const { lat, lng, radius } = draft
  if ([lat, lng, radius].every((text) => text.trim() === '')) return new Set()
  const within = (text: string, least: number, most: number): boolean => {
    const value = readNumber(text)
    return value !== null && value >= least && value <= most
  }
  const radiusM = readNumber(radius)
  const faults: readonly (FieldFault | false)[] = [
    untitled(draft),
    !within(lat, -90, 90) && 'lat',
    !within(lng, -180, 180) && 'lng',
    !(radiusM !== null && radiusM > 0 && radiusM <= RADIUS_MAX_M) && 'radius',
  ]
  return new Set(faults.filter((fault) => fault !== false))
}

/** The server takes no fence without a title. */
function untitled({ title }: FenceDraft): 'title' | false {
  return title === '' && 'title'
}

/** FENCE-26. */
export function mayBeSaved(draft: FenceDraft): boolean {
  if (draft.kind !== 'circle') return pointsFault(draft) === null && draft.title !== ''
  return readCircle(draft) !== null && fieldFaults(draft).size === 0
}

/** Why this is no shape yet; null where it is one. */
export function pointsFault(draft: ShapeDraft): ShapeFault | null {
  return shapeFault({ kind: draft.kind, points: [...draft.points], reach: reachOf(draft) })?.reason ?? null
}

/** What is sent. The radius is rounded to whole metres (FENCE-20). */
export function circleRequest(draft: CircleDraft): Fence {
  const { lat, lng, radius } = readCircle(draft) ?? { lat: 0, lng: 0, radius: 0 }
  return { ...wordsOf(draft), lat, lng, radius: Math.round(radius) }
}

export function shapeRequest(draft: ShapeDraft): ShapeRequest {
  const { id, kind, points } = draft
  return { ...wordsOf(draft), id, kind, points: [...points], reach: reachOf(draft) }
}

function wordsOf({ title, enable, triggerIn, triggerOut, devices }: DraftWords) {
  const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)
  return { title, enable, trigger_in: flag(triggerIn), trigger_out: flag(triggerOut), devices: [...devices] }
}

function reachOf({ kind, reach }: ShapeDraft): number {
  return kind === 'polygon' ? 0 : Math.round(readNumber(reach) ?? 0)
}

function readCircle({ lat, lng, radius }: CircleDraft): { lat: number; lng: number; radius: number } | null {
  const circle = { lat: readNumber(lat), lng: readNumber(lng), radius: readNumber(radius) }
  if (circle.lat === null || circle.lng === null || circle.radius === null) return null
  return { lat: circle.lat, lng: circle.lng, radius: circle.radius }
}

function isOnEarth({ lat, lng }: MapPlace): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

function readNumber(text: string): number | null {
  const trimmed = text.trim()
  const value = Number(trimmed)
  return trimmed === '' || !Number.isFinite(value) ? null : value
}
