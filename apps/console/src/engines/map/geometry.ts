/** A point of the world in web Mercator, 0 to 1 from the north-west corner. */
export interface WorldPoint {
  readonly x: number
  readonly y: number
}

/** MapLibre's world is 512 px wide at zoom 0. */
const worldPxAtZoom0 = 512

export function toWorld(lat: number, lng: number): WorldPoint {
  const sin = Math.sin((Math.min(85.0511, Math.max(-85.0511, lat)) * Math.PI) / 180)
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) }
}

/** Where the view lies: turns world points into pixels of the map's container. The map is never turned or tilted. */
export interface Viewport {
  readonly center: WorldPoint
  readonly zoom: number
  readonly widthPx: number
  readonly heightPx: number
}

export function worldScalePx(zoom: number): number {
  return worldPxAtZoom0 * 2 ** zoom
}

export function toScreen(point: WorldPoint, view: Viewport): { x: number; y: number } {
  const scale = worldScalePx(view.zoom)
  return {
    x: (point.x - view.center.x) * scale + view.widthPx / 2,
    y: (point.y - view.center.y) * scale + view.heightPx / 2,
  }
}

/** The way from one heading to another, at most half a turn: -180 to 180. */
export function turnBetween(fromDeg: number, toDeg: number): number {
  return ((((toDeg - fromDeg) % 360) + 540) % 360) - 180
}

/** West, south, east, north of some places; null for none. */
export function boundsOf(places: Iterable<{ lat: number; lng: number }>): [number, number, number, number] | null {
  let bounds: [number, number, number, number] | null = null
  for (const { lat, lng } of places) {
    bounds ??= [lng, lat, lng, lat]
    bounds = [Math.min(bounds[0], lng), Math.min(bounds[1], lat), Math.max(bounds[2], lng), Math.max(bounds[3], lat)]
  }
  return bounds
}
