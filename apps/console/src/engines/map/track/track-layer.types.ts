import type { MapPlace } from '../map.types.ts'

/** A colour of the theme: vehicles and what is marked of their ways differ by these, and by a number or a word. */
export type TrackInk = '--st-idle' | '--st-overSpeed' | '--st-driving' | '--st-recording' | '--st-offline'

/** The way of one vehicle. The arrays belong to the caller and do not change. */
export interface TrackLine {
  readonly lats: Float64Array
  readonly lngs: Float64Array
  readonly ink: TrackInk
  /** Points `[from, to)` that are drawn in another colour, over the rest. */
  readonly part: { readonly from: number; readonly to: number; readonly ink: TrackInk } | null
}

/** Something that happened at a place: drawn as a sign, and found by a click. */
export interface TrackMark extends MapPlace {
  readonly id: string
  readonly sign: 'event' | 'stop'
}

/** Where a vehicle is now on its way. */
export interface TrackCursor extends MapPlace {
  readonly headingDeg: number
  readonly ink: TrackInk
}

/** What the user clicked on. */
export type TrackHit =
  | { readonly kind: 'mark'; readonly id: string }
  | { readonly kind: 'line'; readonly line: number; readonly point: number }

/** An element of the page that stands at a place of the map. */
export interface TrackAnchor {
  readonly element: HTMLElement
  readonly place: MapPlace
}
