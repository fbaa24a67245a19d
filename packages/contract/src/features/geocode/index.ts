export {
  type FoundPlace,
  type GeocodeStatus,
  geocodeStatusPath,
  geocodeStatusSchema,
  MOST_PLACES,
  type PlacesRequest,
  placesAnswerSchema,
  placesPath,
  placesRequestSchema,
  REVERSE_ZOOM,
  type ReverseAnswer,
  type ReverseRequest,
  reverseAnswerSchema,
  reversePath,
  reverseRequestSchema,
} from './geocode.http.ts'
export { type NearPlace, nearPlaceText, readNearPlace, roundedDistance, winds } from './near-place.ts'
