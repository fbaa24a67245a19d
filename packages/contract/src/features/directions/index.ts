export {
  DIRECTIONS_PLACES_MAX,
  type Directions,
  directionsAccess,
  directionsAnswerSchema,
  directionsPath,
  directionsRequestSchema,
  WAY_POINTS_MAX,
} from './directions.http.ts'
