export type { MapPlace, MapVehicle, VehicleState } from './map.types.ts'
export { MapView } from './map-view.ts'
export { drawMarker } from './sprites.ts'
