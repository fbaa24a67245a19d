export type { MapPlace, MapTone, MapVehicle, VehicleState } from './map.types.ts'
export { MapView } from './map-view.ts'
export { drawMarker, stateColors } from './sprites.ts'
