export { trackAccess, trackPath, trackTexts } from './tracks.http.ts'
export {
  TRACK_POINTS_MAX,
  TRACK_RANGE_S_MAX,
  type TrackPoint,
  type TrackRequest,
  trackPointSchema,
  trackRequestSchema,
  trackSchema,
} from './tracks.schema.ts'
