export { type ClockFaults, clockFaultsPath, clockFaultsRequestSchema, clockFaultsSchema } from './clock-faults.ts'
export {
  type GpsEvent,
  type GpsHourPoint,
  type GpsPlayback,
  type GpsPoint,
  gpsPlayback,
  type HourOf,
} from './gps-playback.ts'
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
export {
  type MileageDay,
  type MileageDaysRequest,
  mileageDaysPath,
  mileageDaysRequestSchema,
  mileageDaysSchema,
  SLOT_S,
} from './mileage-days.ts'
export {
  MILEAGE_ROWS_MAX,
  MILEAGE_SLOT_S,
  type MileageSlot,
  type MileageSlotsRequest,
  mileageSlotSchema,
  mileageSlotsAccess,
  mileageSlotsPath,
  mileageSlotsRequestSchema,
  mileageSlotsSchema,
  slotsOfRange,
} from './mileage-slots.ts'
export { packedTrackSchema, packPoints, trackPoint, unpackTrack } from './packed-track.ts'
export {
  csvCell,
  TRACK_CSV_COLUMNS,
  TRACK_FORMATS,
  type TrackExportRequest,
  type TrackFormat,
  trackExportAddress,
  trackExportPath,
  trackExportSchema,
  trackFileName,
} from './track-export.ts'
export { trackAccess, trackPath } from './tracks.http.ts'
export {
  TRACK_POINTS_MAX,
  type TrackPoint,
  type TrackRequest,
  trackRequestSchema,
  trackSchema,
} from './tracks.schema.ts'
export { type TripPartAnswer, tripsPath, tripsRequestSchema, tripsSchema } from './trips.ts'
