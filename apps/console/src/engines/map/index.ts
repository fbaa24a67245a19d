export type { TileSource } from './base/tile-source.ts'
export { useTileSource } from './base/use-tile-source.ts'
export type { ClusterCounts } from './clusters.ts'
export type { MapPlace, MapVehicle, VehicleState } from './map.types.ts'
export type { MapView } from './map-view.ts'
export { MapPanel } from './panel/map-panel.tsx'
export { drawMarker } from './sprites.ts'

/** The map with its library, which is fetched when a page first shows one. */
export async function loadMapView() {
  return (await import('./map-view.ts')).MapView
}
