export {
  type GeocodeStatus,
  geocodeStatusPath,
  geocodeStatusSchema,
  REVERSE_ZOOM,
  type ReverseAnswer,
  type ReverseRequest,
  reverseAnswerSchema,
  reversePath,
  reverseRequestSchema,
} from './geocode.http.ts'
export { type NearPlace, nearPlaceText, readNearPlace, roundedDistance, winds } from './near-place.ts'
