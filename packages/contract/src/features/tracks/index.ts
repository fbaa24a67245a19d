export {
  type Mileage,
  type MileageRequest,
  mileageAccess,
  mileagePath,
  mileageRequestSchema,
  mileageSchema,
  TRIP,
  type Trip,
  tripSchema,
} from './mileage.ts'
export { trackAccess, trackPath, trackTexts } from './tracks.http.ts'
export {
  secondsSchema,
  TRACK_POINTS_MAX,
  type TrackPoint,
  type TrackRequest,
  trackRequestSchema,
  trackSchema,
} from './tracks.schema.ts'
