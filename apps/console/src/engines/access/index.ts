export {
  useMayBroadcast,
  useMayEditDevice,
  useMayLive,
  useMayLivePopup,
  useMayOpen,
  useMayPlayback,
  useMaySteer,
  useMayTalk,
  useMayTalkOnHttps,
  useMayTrack,
  useVisitor,
} from './visitor.ts'
