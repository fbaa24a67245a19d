export { chooseLengthUnit, displaySpeed, type LengthUnit, speedUnit } from './units.ts'
