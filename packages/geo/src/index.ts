export { bearingDeg, distanceM, type Place, placeFrom } from './distance.ts'
export { degreesFromE6, e6FromDegrees, isPlaceE6, kmhFromDkmh } from './units.ts'
