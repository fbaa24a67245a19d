export { bytesText } from './bytes-text.ts'
export {
  chooseLengthUnit,
  displayDistance,
  displaySpeed,
  distanceUnit,
  type LengthUnit,
  speedUnit,
  type UnitPlace,
} from './units.ts'
