export {
  chooseLengthUnit,
  displayDistance,
  displaySpeed,
  distanceUnit,
  type LengthUnit,
  speedUnit,
} from './units.ts'
