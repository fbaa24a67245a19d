export {
  useMayLive,
  useMayLivePopup,
  useMayOpen,
  useMayPlayback,
  useMaySteer,
  useMayTrack,
  useVisitor,
} from './visitor.ts'
