/** A point of the world in web Mercator, 0 to 1 from the north-west corner. */
export interface WorldPoint {
  readonly x: number
  readonly y: number
}

/** MapLibre's world is 512 px wide at zoom 0. */
const worldPxAtZoom0 = 512
/** CONST0-15: the tiles that all zooms of the console count in. */
export const tilePx = 256
/** CONST0-16. */
export const zoomRange = { least: 0, most: 19 } as const
/** MAP-55: the zoom of the small maps beside a list. */
export const panelZoom = 16
/** CONST0-17: their height as a share of their width. */
export const panelHeightShare = 0.69

/** A zoom of the console as MapLibre counts it, whose tiles are twice as wide. */
export function rendererZoom(zoom: number): number {
  const within = Math.min(zoomRange.most, Math.max(zoomRange.least, zoom))
  return within - Math.log2(worldPxAtZoom0 / tilePx)
}

export function toWorld(lat: number, lng: number): WorldPoint {
  const sin = Math.sin((Math.min(85.0511, Math.max(-85.0511, lat)) * Math.PI) / 180)
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) }
}

export function toPlace({ x, y }: WorldPoint): { readonly lat: number; readonly lng: number } {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lng: (x - 0.5) * 360 }
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

/** How the picture of one view has to be laid to fit another: first made larger, then moved. */
export interface Shift {
  readonly xPx: number
  readonly yPx: number
  readonly scale: number
}

/** How a picture of the view `painted` has to be laid to show `view`. */
export function shiftTo(view: Viewport, painted: Viewport): Shift {
  const scale = 2 ** (view.zoom - painted.zoom)
  const worldPx = worldScalePx(view.zoom)
  return {
    xPx: (view.widthPx / 2) * (1 - scale) + (painted.center.x - view.center.x) * worldPx,
    yPx: (view.heightPx / 2) * (1 - scale) + (painted.center.y - view.center.y) * worldPx,
    scale,
  }
}

/** The share of a view that a picture laid like this leaves bare. */
export function bareOf({ widthPx, heightPx }: Viewport, { xPx, yPx, scale }: Shift): number {
  const covered = (fromPx: number, sizePx: number) =>
    Math.max(0, Math.min(sizePx, fromPx + sizePx * scale) - Math.max(0, fromPx))
  return 1 - (covered(xPx, widthPx) * covered(yPx, heightPx)) / (widthPx * heightPx)
}

/** `point` as it is, or moved straight away from `other` to the distance wanted; to the right where they are the same. */
export function clearOf(
  point: { readonly x: number; readonly y: number },
  other: { readonly x: number; readonly y: number } | null,
  distancePx: number,
): { readonly x: number; readonly y: number } {
  if (!other) return point
  const apart = Math.hypot(point.x - other.x, point.y - other.y)
  if (apart >= distancePx) return point
  if (apart < 1) return { x: other.x + distancePx, y: other.y }
  const stretch = distancePx / apart
  return { x: other.x + (point.x - other.x) * stretch, y: other.y + (point.y - other.y) * stretch }
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

/** Room around a way that is shown whole: flags stand above and below its ends, and buttons at the edge. A small box has less. */
export function trackPadding(widthPx: number, heightPx: number) {
  const besides = Math.round(Math.min(112, widthPx * 0.25))
  const above = Math.round(Math.min(72, heightPx * 0.25))
  return { top: above, right: besides, bottom: above, left: besides }
}
