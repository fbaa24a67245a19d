export {
  type DeviceRecord,
  deviceRecordsSchema,
  RecordType,
  recordListAccess,
  recordListPath,
  recordListRequestSchema,
} from './remote-playback.http.ts'
export {
  isRemoteSpeed,
  playbackDurationS,
  playDurationsS,
  type RemoteSpeed,
  remoteSpeeds,
  SLIDER_SEGMENTS,
  sliderTimeS,
  speedCodeOf,
} from './remote-playback.rules.ts'
