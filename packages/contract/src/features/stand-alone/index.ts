export {
  type BadAddress,
  MAX_STREAM_TILES,
  readStandAlone,
  STAND_ALONE_STREAM_PORT,
  type StandAlonePage,
  type StandAloneWish,
  type StreamInfo,
  standAlonePageOf,
  standAlonePages,
  tilePlaces,
} from './stand-alone.rules.ts'
