export { createBusDevicePlaybacks } from './bus-device-playbacks.ts'
export type {
  DevicePlaybacks,
  Playback,
  PlaybackFailure,
  PlaybackOrder,
  PlaybackPublication,
  PlaybackReader,
  PlaybackSource,
  PlaybackState,
  Playbacks,
} from './device-playback.types.ts'
export { createDirectDevicePlaybacks } from './direct-device-playbacks.ts'
export { serveDevicePlaybacks } from './serve-device-playbacks.ts'
