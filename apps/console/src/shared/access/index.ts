export {
  useMayBroadcast,
  useMayEditDevice,
  useMayLive,
  useMayLivePopup,
  useMayOpen,
  useMayPlayback,
  useMayRemoteSettings,
  useMaySteer,
  useMayTalk,
  useMayTalkOnHttps,
  useMayTrack,
  useVisitor,
} from './visitor.ts'
