export type { TileSource } from './base/tile-source.ts'
export { useTileSource } from './base/use-tile-source.ts'
export { type DrawEvents, type Drawing, type DrawTool, type Grip, wayWidthPx } from './draw/draw-layer.ts'
export { DrawMap } from './draw/draw-map.tsx'
export {
  extentOf,
  type Figure,
  type FigureGrip,
  type GripId,
  gripsOf,
  movedFigure,
  ringOf,
  scaledFigure,
  withoutPoint,
} from './draw/figure.ts'
export { useUnsaved } from './draw/unsaved.ts'
export { type DrawMapHandle, drawZoom } from './draw/use-draw-map.ts'
export type { MapPlace, MapVehicle, VehicleState } from './map.types.ts'
export type { MapView } from './map-view.ts'
export { MapPanel } from './panel/map-panel.tsx'
export { drawMarker } from './sprites.ts'
export { TrackLayer } from './track/track-layer.ts'
export type { TrackAnchor, TrackCursor, TrackHit, TrackInk, TrackLine, TrackMark } from './track/track-layer.types.ts'
export { type MapViewState, startCenter, useMapView } from './use-map-view.ts'

/** Fetches the map and its library ahead of the page that shows it. */
export async function loadMapView() {
  return (await import('./map-view.ts')).MapView
}
