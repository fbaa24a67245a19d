export type {
  Playback,
  PlaybackFailure,
  PlaybackOrder,
  PlaybackPublication,
  PlaybackReader,
  PlaybackSource,
  PlaybackState,
  Playbacks,
} from './device-playback.types.ts'
