/**
 * Which part of a picture is seen. `x` and `y`: where the picture's centre lies, from the centre of the tile, in widths
 * and heights of the tile.
 */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** A place in the tile, from its centre, in widths and heights of the tile: -0.5 to 0.5. */
export interface TilePlace {
  readonly x: number
  readonly y: number
}

export const wholePicture: Zoom = { scale: 1, x: 0, y: 0 }
/** Beyond this a picture of a vehicle's camera shows nothing new. */
export const mostZoom = 8

/** Larger or smaller by `factor`; what lies under `place` stays there as far as the picture's edges allow. */
export function zoomAt(zoom: Zoom, factor: number, place: TilePlace): Zoom {
  const scale = Math.min(mostZoom, Math.max(1, zoom.scale * factor))
  const grown = scale / zoom.scale
  return within({ scale, x: place.x - grown * (place.x - zoom.x), y: place.y - grown * (place.y - zoom.y) })
}

/** The picture moved by so many widths and heights of the tile; its edges stay outside of the tile. */
export function moveBy(zoom: Zoom, x: number, y: number): Zoom {
  return within({ scale: zoom.scale, x: zoom.x + x, y: zoom.y + y })
}

/** As CSS, for an element of the size of the tile. */
export function zoomTransform({ scale, x, y }: Zoom): string {
  return scale === 1 ? '' : `translate(${x * 100}%, ${y * 100}%) scale(${scale})`
}

function within({ scale, x, y }: Zoom): Zoom {
  const most = (scale - 1) / 2
  const bound = (value: number) => (most === 0 ? 0 : Math.min(most, Math.max(-most, value)))
  return { scale, x: bound(x), y: bound(y) }
}
