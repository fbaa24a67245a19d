export type {
  Playback,
  PlaybackCommandResult,
  PlaybackCommands,
  PlaybackFailure,
  PlaybackOrder,
  PlaybackPublication,
  PlaybackReader,
  PlaybackSource,
  PlaybackState,
  Playbacks,
} from './device-playback.types.ts'
