export { bytesText } from './bytes-text.ts'
export {
  chooseLengthUnit,
  convertedDistance,
  displayDistance,
  displaySpeed,
  distanceUnit,
  type LengthUnit,
  speedsInUnit,
  speedUnit,
  type UnitPlace,
} from './units.ts'
