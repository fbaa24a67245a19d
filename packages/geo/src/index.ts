export { bearingDeg, distanceM, type Place, placeFrom } from './distance.ts'
export {
  DRIVING_KMH,
  OVERSPEED_KMH,
  SILENCE_S,
  STOP_S,
  type TripPoint,
  TripSummary,
  type TripTotals,
} from './trip.ts'
export { degreesFromE6, e6FromDegrees, isPlaceE6, kmhFromDkmh } from './units.ts'
