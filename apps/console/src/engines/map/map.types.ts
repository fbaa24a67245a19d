import type { Viewport } from './geometry.ts'

/** What a vehicle on the map is doing; exactly one at a time. Form and colour both show it. */
export type VehicleState = 'driving' | 'idle' | 'overSpeed' | 'offline'

/** One vehicle to draw. */
export interface MapVehicle {
  readonly id: string
  readonly lat: number
  readonly lng: number
  /** Clockwise from north. */
  readonly headingDeg: number
  /** Unix seconds of the fix: a new time is a new fix to move to. */
  readonly timeS: number
  readonly state: VehicleState
  readonly recording: boolean
  /** Position in the list of icon types. */
  readonly icon: number
  readonly caption: string
}

export type MapTone = 'light' | 'dark'

export interface MapPlace {
  readonly lat: number
  readonly lng: number
}

/** What a page lays over the map beside the vehicles: it is notified of each view, and gets each click first. */
export interface MapLayer {
  /** As large as the map; what is pointed at goes through it. */
  readonly element: HTMLElement
  resize(widthPx: number, heightPx: number, ratio: number): void
  draw(view: Viewport): void
  /** Whether the click was for this layer. */
  click(xPx: number, yPx: number): boolean
  /** Whether a click there would be. */
  isHit(xPx: number, yPx: number): boolean
}
