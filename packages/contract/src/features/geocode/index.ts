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
