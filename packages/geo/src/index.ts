export { type Area, type Box, boxAround, placeAt, type Span } from './area.ts'
export {
  type CellGrid,
  CellMap,
  CORRIDOR_CELLS,
  cellArea,
  cellBytes,
  corridorGrid,
  drawCorridor,
} from './cell-map.ts'
export { bearingDeg, distanceM, type Place, placeFrom } from './distance.ts'
export { polygonArea, polygonFault } from './polygon-area.ts'
export { circleArea, lineArea } from './round-area.ts'
export {
  addTotals,
  DRIVING_KMH,
  OVERSPEED_KMH,
  SILENCE_S,
  STOP_S,
  type TripPoint,
  type TripState,
  TripSummary,
  type TripTotals,
} from './trip.ts'
export { type TripPart, TripParts } from './trip-parts.ts'
export { degreesFromE6, e6FromDegrees, isPlaceE6, kmhFromDkmh } from './units.ts'
